import { spawnSync } from 'node:child_process'
import { glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { npm, ran, tarball } from '../sdk/pack.ts'

const ROOT = join(import.meta.dirname, '..')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)

/** A package, and what a program takes of it: the same for each, as far as it has it. */
interface Subject {
  readonly name: string
  readonly client: string
  readonly verify: string
  readonly program: string
}

const SUBJECTS: readonly Subject[] = [
  {
    name: '@clinic/sdk',
    client: "export { createClient } from '@clinic/sdk'",
    verify: "export { verify } from '@clinic/sdk/webhooks'",
    program: `
import { createClient, NotFound } from '@clinic/sdk'
import { verify } from '@clinic/sdk/webhooks'
const clinic = createClient({ token: 'x', baseUrl: 'https://clinic.example' })
export async function names(): Promise<string[]> {
  const all: string[] = []
  for await (const patient of clinic.patients.list({ limit: 100 })) all.push(patient.firstName ?? '')
  return all
}
export const kind = async (request: Request): Promise<string> => (await verify(request, 'whsec_x')).type
export const isLost = (error: unknown): boolean => error instanceof NotFound`,
  },
  {
    name: 'stripe',
    client: "export { default } from 'stripe'",
    verify: "export { default } from 'stripe'",
    program: `
import Stripe from 'stripe'
const stripe = new Stripe('sk_test_x')
export async function names(): Promise<string[]> {
  const all: string[] = []
  for await (const customer of stripe.customers.list({ limit: 100 })) all.push(customer.name ?? '')
  return all
}
export const kind = (body: string, header: string): string => stripe.webhooks.constructEvent(body, header, 'whsec_x').type
export const isLost = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError`,
  },
  {
    name: 'svix',
    client: "export { Svix } from 'svix'",
    verify: "export { Webhook } from 'svix'",
    program: `
import { ApiException, Svix, Webhook } from 'svix'
const svix = new Svix('x')
export async function names(): Promise<string[]> {
  const page = await svix.application.list({ limit: 100 })
  return page.data.map(({ name }) => name)
}
export const kind = (body: string, headers: Record<string, string>): string => String(new Webhook('whsec_eA==').verify(body, headers))
export const isLost = (error: unknown): boolean => error instanceof ApiException`,
  },
]

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['program.ts'],
}

/** A project with the package and nothing else; undefined where it cannot be fetched. */
async function installed({ name, program }: Subject, folder: string, ours: string): Promise<string | undefined> {
  const project = join(folder, name.replaceAll('/', '-'))
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await writeFile(join(project, 'program.ts'), program)
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  try {
    if (name === '@clinic/sdk') await npm(project, 'install', ours)
    else await ran(project, 'npm', ['install', `${name}@latest`, '--no-audit', '--no-fund', '--ignore-scripts'])
    return project
  } catch (error) {
    console.log(`${name} cannot be fetched, and is left out: ${String(error).split('\n')[1]}`)
    return undefined
  }
}

async function bundleGz(project: string, code: string): Promise<number> {
  const input = join(project, 'bundle.js')
  await writeFile(input, code)
  const build = await rolldown({ input, platform: 'node', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  return gzipSync(output[0].code, { level: 9 }).length
}

async function installedBytes(project: string): Promise<{ bytes: number; packages: number }> {
  let [bytes, packages] = [0, 0]
  for await (const file of glob('**/*', { cwd: join(project, 'node_modules') })) {
    const found = await stat(join(project, 'node_modules', file))
    if (found.isFile()) bytes += found.size
    if (/(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file)) packages++
  }
  return { bytes, packages }
}

function timed(cwd: string, words: readonly string[]): number {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')} in ${cwd}: ${stdout}${stderr}`)
  return performance.now() - began
}

interface Times {
  readonly import: number
  readonly check: number
}

/**
 * The least that each took, in milliseconds: what else the machine does only adds to it. They take turns, so that it meets
 * all alike.
 */
function times(projects: readonly string[]): Times[] {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const rounds = Array.from({ length: ROUNDS }, () =>
    projects.map(cwd => ({
      bare: timed(cwd, ['-e', '0']),
      import: timed(cwd, ['import.js']),
      check: timed(cwd, [tsc, '--project', cwd]),
    })),
  )
  const least = (index: number, what: 'bare' | 'import' | 'check') =>
    Math.min(...rounds.map(round => round[index]?.[what] ?? Number.NaN))
  const bare = Math.min(...projects.map((_, index) => least(index, 'bare')))
  return projects.map((_, index) => ({ import: least(index, 'import') - bare, check: least(index, 'check') }))
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(2)} KiB`
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`
const HEAD = ['client gz', 'verify gz', 'installed', 'packages', 'import', 'tsc']
const line = (name: string, cells: readonly string[]) =>
  console.log(name.padEnd(22) + cells.map(cell => cell.padStart(12)).join(''))

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sdk-'))
  try {
    const stage = join(folder, 'pack')
    await mkdir(stage)
    const ours = await tarball(stage)
    const there: { subject: Subject; project: string; version: string }[] = []
    for (const subject of SUBJECTS) {
      const project = await installed(subject, folder, ours)
      if (project === undefined) continue
      const { version } = JSON.parse(
        await readFile(join(project, 'node_modules', subject.name, 'package.json'), 'utf8'),
      )
      await writeFile(join(project, 'import.js'), `import '${subject.name}'`)
      there.push({ subject, project, version })
    }
    const measured = times(there.map(({ project }) => project))
    console.log(`Times are the least of ${ROUNDS} rounds; import is over bare Node ${process.version}.`)
    line('', HEAD)
    for (const [index, { subject, project, version }] of there.entries()) {
      const { bytes, packages } = await installedBytes(project)
      const took = measured[index]
      line(`${subject.name} ${version}`, [
        kib(await bundleGz(project, subject.client)),
        kib(await bundleGz(project, subject.verify)),
        mb(bytes),
        String(packages),
        `${took?.import.toFixed(0)} ms`,
        `${((took?.check ?? Number.NaN) / 1000).toFixed(2)} s`,
      ])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
