import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { operations } from './operations.ts'

const CONSOLE = import.meta.dirname
const ROOT = join(CONSOLE, '..')
const BUILT = join(CONSOLE, 'dist')
/** Written last, so that a build which was interrupted counts as none. */
const STAMP = join(BUILT, 'sources.sha256')

/** Everything that the built files depend on. */
const SOURCES = [
  'console/src/**/*.{ts,tsx,css,svg}',
  'console/*.{html,ts}',
  'contract/src/**/*.ts',
  'package-lock.json',
]

async function hashOfSources(): Promise<string> {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))
  const hash = createHash('sha256')
  for (const file of files.filter(one => !one.endsWith('.test.ts')).sort())
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}

/** Writes the console that the API serves to dist/, unless what is there was built from the same sources. */
export async function buildConsole(): Promise<'built' | 'kept'> {
  const hash = await hashOfSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return 'kept'
  const fresh = join(ROOT, 'node_modules/.cache', `console-${process.pid}`)
  try {
    await bundle(fresh)
    await compress(fresh)
    await writeFile(join(fresh, 'sources.sha256'), hash)
    await rm(BUILT, { recursive: true, force: true })
    await rename(fresh, BUILT)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return 'built'
}

async function bundle(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  try {
    await bundleForProduction(outDir)
  } finally {
    // Vite sets it for good; whatever this process starts next, such as tests of the demo, is not in production for that.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

async function bundleForProduction(outDir: string): Promise<void> {
  // Loaded only where there is something to build.
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: CONSOLE,
    logLevel: 'error',
    plugins: [operations],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The policy of the page allows nothing inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // What every page needs is one file, whichever rooms share a part of it: many small ones compress worse.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  })
}

/** Compressed once, as well as can be, and not at every start. */
async function compress(folder: string): Promise<void> {
  for await (const file of glob('assets/*.{js,css,svg}', { cwd: folder })) {
    const path = join(folder, file)
    const content = await readFile(path)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

if (import.meta.main) console.log(`console: ${await buildConsole()}`)
