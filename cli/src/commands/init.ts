import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { wrongUsage } from '../failure.ts'
import { TEMPLATES } from '../init/templates.ts'
import { tell } from '../output.ts'

interface InitOptions extends Globals {
  template: string
  slug?: string
}

const SLUG = /^[a-z][a-z0-9-]{2,29}$/

/** The name of a plugin in addresses, of the name of its folder. */
function slugFor(folder: string): string {
  const slug = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '')
  if (SLUG.test(slug)) return slug
  throw wrongUsage(
    `no slug can be made of ${basename(folder)}: say one with --slug, of 3 to 30 small letters, digits and hyphens`,
  )
}

/** What a fresh clone of an empty repository holds is no reason to stop. */
async function mustBeEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'ENOTDIR' ? wrongUsage(`${folder} is a file`) : error
  })
  if (names.every(name => name === '.git')) return
  throw wrongUsage(`${folder} is not empty, and nothing of it is overwritten: name another folder`)
}

async function init(dir: string, { template: chosen, slug: wished }: InitOptions, command: Command): Promise<void> {
  const { print } = contextOf(command)
  const folder = resolve(dir)
  const slug = wished ?? slugFor(folder)
  if (!SLUG.test(slug))
    throw wrongUsage(`${slug} is no slug: 3 to 30 small letters, digits and hyphens, a letter first`)
  const template = TEMPLATES[chosen]
  if (!template) throw wrongUsage(`there is no template ${chosen}`)
  await mustBeEmpty(folder)
  const [{ packagesFor, VENDOR }, { writeTemplate }] = await Promise.all([
    import('../init/packages.ts'),
    import('../init/write-template.ts'),
  ])
  const stage = await mkdtemp(join(tmpdir(), 'plg-init-'))
  try {
    const { named, packed } = await packagesFor(stage)
    const name = `${slug.slice(0, 1).toUpperCase()}${slug.slice(1).replaceAll('-', ' ')}`
    await mkdir(packed.length > 0 ? join(folder, VENDOR) : folder, { recursive: true })
    for (const file of packed) await copyFile(join(stage, file), join(folder, VENDOR, file))
    const files = await writeTemplate(folder, template, { slug, name, named })
    if (packed.length > 0)
      tell(`The packages of plg are not published yet: ${packed.join(' and ')} are in ${VENDOR}/; commit them.`)
    print.one({ id: slug, folder, template: chosen, files })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  const way = relative(process.cwd(), folder)
  const enter = way === '' ? '' : `  cd ${way.startsWith('..') ? folder : way}\n`
  tell(`Next:\n${enter}  npm install\n  npx plg dev`)
}

export function addInit(program: Command): void {
  const kinds = Object.entries(TEMPLATES).map(([name, { words }]) => `${name} (${words})`)
  program
    .command('init')
    .argument('<dir>', 'a folder that is not there yet, or is empty')
    .summary('make a plugin: manifest, handler, tests')
    .description(
      'Writes a plugin that runs as it is: a manifest, settings in English and Arabic, what it does with an event, tests with signed events, and what a build server runs.',
    )
    .addOption(new Option('--template <name>', kinds.join(', ')).choices(Object.keys(TEMPLATES)).default('node'))
    .option('--slug <slug>', 'the name of the plugin in addresses; that of the folder unless told')
    .action(async (dir: string, options: InitOptions, command: Command) => init(dir, options, command))
}
