import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../server/test/support/at-end.ts'
import { CODE } from '../src/print/written.ts'

const ROOT = join(import.meta.dirname, '../..')
const ENTRIES = ['webhooks', 'node', 'fastify', 'testing', 'manifest']

/** The sources of what a project of its own imports by the SDK's name. */
export const sourceOf = (entry = 'index'): string => join(ROOT, `sdk/src/${entry}.ts`)
export const SDK_PATHS: Readonly<Record<string, readonly string[]>> = {
  '@clinic/sdk': [sourceOf()],
  ...Object.fromEntries(ENTRIES.map(entry => [`@clinic/sdk/${entry}`, [sourceOf(entry)]])),
}

/** Code that imports the SDK as it is here, and not as it was built last. */
export const withSources = (code: string): string =>
  code.replaceAll(/'@clinic\/sdk(?:\/(\w+))?'/g, (_, entry?: string) => `'${sourceOf(entry)}'`)

/** A project beside the checkout, with the programs of the pages. */
export async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await cp(CODE, folder, { recursive: true })
  for (const file of await readdir(folder))
    if (file.endsWith('.ts'))
      await writeFile(join(folder, file), withSources(await readFile(join(folder, file), 'utf8')))
  return folder
}
