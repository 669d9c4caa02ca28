import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../../../console/build.ts'
import { type Scratch, withScratchServer } from '../../src/db/scratch.ts'
import { ensureTemplate } from '../support/database/template.ts'
import { ROOT, selectTests } from './files.ts'

const CONCURRENCY = 3
/** A test that hangs fails, and the others still run. */
const TIMEOUT_MS = 600_000

/** Ends what is running when the terminal or the CI says so; what was started is still cleaned up. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const words = process.argv.slice(2)
const checks =
  words.length === 0
    ? [
        check('types', 'tsc', '--noEmit'),
        check('types of the console', 'tsc', '--noEmit', '-p', 'console'),
        check('lint', 'biome', 'check', '.'),
      ]
    : []
const { TEST_DATABASE_URL: given } = process.env
const tests = given ? runTests({ ownerUrl: given, folder: tmpdir() }) : withScratchServer(runTests)
const codes = await Promise.all([...checks, tests]).catch(report)
process.exitCode = interrupted.signal.aborted ? 130 : Math.max(...codes)

/** Temporary files of tests go where the runner cleans up. */
async function runTests({ ownerUrl, folder }: Scratch): Promise<number> {
  const { files, flags } = await selectTests(words)
  const TEST_DATABASE_URL = await ensureTemplate(ownerUrl)
  await buildConsole()
  const passed = await Promise.all(checks)
  const args = ['--test', `--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`, ...flags, ...files]
  // Every file is a process that loads the whole product: compiled once for all of them, it loads in half the time.
  const NODE_COMPILE_CACHE = join(folder, 'compile-cache')
  const code = await run(process.execPath, args, { TEST_DATABASE_URL, NODE_COMPILE_CACHE, TMPDIR: folder })
  const failed = passed.filter(each => each !== 0).length
  if (failed > 0) console.error(`${failed} of the checks before the tests failed, see above`)
  return code
}

async function check(title: string, program: string, ...args: string[]): Promise<number> {
  const start = performance.now()
  const code = await run(join(ROOT, 'node_modules/.bin', program), args)
  console.log(`${title}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round(performance.now() - start)} ms)`)
  return code
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, signal: interrupted.signal, stdio: 'inherit' } as const
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options)
    child.once('error', error => (interrupted.signal.aborted ? undefined : reject(error)))
    child.once('close', code => resolve(code ?? 1))
  })
}

function report(error: unknown): number[] {
  console.error(error instanceof Error ? error.message : error)
  return [1]
}
