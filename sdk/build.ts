import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const SDK = import.meta.dirname
const ROOT = join(SDK, '..')
const ENTRIES = ['index', 'webhooks', 'node', 'fastify', 'testing', 'manifest']

async function modules(dir: string): Promise<void> {
  const input = Object.fromEntries(ENTRIES.map(name => [name, join(SDK, `src/${name}.ts`)]))
  const build = await rolldown({ input, platform: 'neutral', transform: { target: 'es2022' }, logLevel: 'warn' })
  await build.write({
    dir,
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    comments: { legal: true, annotation: true, jsdoc: false },
  })
  await build.close()
}

/** Declarations, one beside each source of ours; they name each other as the modules that they describe. */
async function types(dir: string): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const emitted = join(dir, 'emitted')
  await promisify(execFile)(process.execPath, [
    compiler,
    '--project',
    join(SDK, 'tsconfig.build.json'),
    '--outDir',
    emitted,
  ])
  for await (const file of glob('**/*.d.ts', { cwd: join(emitted, 'sdk/src') })) {
    const text = await readFile(join(emitted, 'sdk/src', file), 'utf8')
    await mkdir(dirname(join(dir, file)), { recursive: true })
    const named = text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
    await writeFile(
      join(dir, file),
      named.replaceAll(/^ {4,}/gm, indent => indent.slice(indent.length / 2)),
    )
  }
  await rm(emitted, { recursive: true })
}

/** Writes what users install, as modules for every runtime and their types, to a folder. */
async function write(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await Promise.all([modules(dir), types(dir)])
  await copyFile(join(SDK, 'src/printed/manifest.schema.generated.json'), join(dir, 'manifest.schema.json'))
}

/** Everything that the built files depend on; their types are read from the contract, too. */
const SOURCES = ['sdk/src/**/*.{ts,json}', 'sdk/*.{ts,json}', 'contract/src/**/*.ts', 'package-lock.json']

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))).sort())
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}

/** Beside what is built, so that it is no part of the package. */
const STAMP = join(ROOT, 'node_modules/.cache/sdk-sources.sha256')
const DIST = join(SDK, 'dist')

/** Writes dist/, by which plugins within this repository import the SDK, unless it was built from the same sources. */
export async function buildSdk(): Promise<'built' | 'kept'> {
  const hash = await hashOfSources()
  const built = await readFile(join(DIST, 'index.js')).catch(() => undefined)
  if (built && (await readFile(STAMP, 'utf8').catch(() => '')) === hash) return 'kept'
  const fresh = join(ROOT, 'node_modules/.cache', `sdk-${process.pid}`)
  await write(fresh)
  await rm(DIST, { recursive: true, force: true })
  await rename(fresh, DIST)
  await writeFile(STAMP, hash)
  return 'built'
}

/** `npm run build -w sdk` writes dist/, or the folder that it is given. Before a package is packed it runs by itself. */
if (import.meta.main) {
  const [dir] = process.argv.slice(2)
  await (dir === undefined ? buildSdk() : write(dir))
}
