import { execFile } from 'node:child_process'
import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

/**
 * `npm run build -w sdk` writes dist/, or the folder that it is given: what users install, as modules for every runtime and
 * their types. Before a package is packed it runs by itself; nothing in this repository needs it.
 */
const SDK = import.meta.dirname
const [DIST = join(SDK, 'dist')] = process.argv.slice(2)
const ENTRIES = ['index', 'webhooks', 'node', 'fastify', 'testing', 'manifest']

async function modules(): Promise<void> {
  const input = Object.fromEntries(ENTRIES.map(name => [name, join(SDK, `src/${name}.ts`)]))
  const build = await rolldown({ input, platform: 'neutral', transform: { target: 'es2022' }, logLevel: 'warn' })
  await build.write({
    dir: DIST,
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    comments: { legal: true, annotation: true, jsdoc: false },
  })
  await build.close()
}

/** Declarations, one beside each source of ours; they name each other as the modules that they describe. */
async function types(): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const emitted = join(DIST, 'emitted')
  await promisify(execFile)(process.execPath, [
    compiler,
    '--project',
    join(SDK, 'tsconfig.build.json'),
    '--outDir',
    emitted,
  ])
  for await (const file of glob('**/*.d.ts', { cwd: join(emitted, 'sdk/src') })) {
    const text = await readFile(join(emitted, 'sdk/src', file), 'utf8')
    await mkdir(dirname(join(DIST, file)), { recursive: true })
    const named = text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
    await writeFile(
      join(DIST, file),
      named.replaceAll(/^ {4,}/gm, indent => indent.slice(indent.length / 2)),
    )
  }
  await rm(emitted, { recursive: true })
}

await rm(DIST, { recursive: true, force: true })
await mkdir(DIST, { recursive: true })
await Promise.all([modules(), types()])
await copyFile(join(SDK, 'src/printed/manifest.schema.generated.json'), join(DIST, 'manifest.schema.json'))
