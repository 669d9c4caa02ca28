import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

/** How files are run: where, with what, and for how long. */
export interface Running {
  cwd: string
  /** Beside what this process has itself. */
  environment: NodeJS.ProcessEnv
  /** For Node's test runner, such as `--test-name-pattern=…`. */
  flags: readonly string[]
  /** A test that takes longer fails; a file that takes twice as long is killed with what it has started. */
  timeoutMs: number
  signal: AbortSignal
}

export interface Outcome {
  file: string
  passed: boolean
  /** How many tests the file has, those that it skips included. */
  tests: number
  seconds: number
  /** What Node's test runner and the file have printed. */
  output: string
}

/**
 * Runs one test file in a process group of its own. Node's `--test-timeout` ends tests, but waits for ever for a file
 * that keeps its event loop busy: here it is killed, and has failed.
 */
export async function runFile(file: string, running: Running): Promise<Outcome> {
  const { cwd, environment, flags, timeoutMs, signal } = running
  const start = performance.now()
  const reporter = flags.some(flag => flag.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec']
  const args = ['--test', `--test-timeout=${timeoutMs}`, ...reporter, ...flags, file]
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = { ...process.env, ...colours, ...environment }
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => pieces.push(piece))
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    pieces.push(Buffer.from(`${file} has not ended within ${(2 * timeoutMs) / 1000} seconds and was killed.\n`))
    end()
  }, 2 * timeoutMs)
  signal.addEventListener('abort', end)
  const [code]: (number | null)[] = await once(child, 'close')
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  const output = Buffer.concat(pieces).toString()
  const seconds = (performance.now() - start) / 1000
  return { file, passed: code === 0, tests: testsIn(output), seconds, output }
}

const testsIn = (output: string): number => Number(/^ℹ tests (\d+)$/m.exec(stripVTControlCharacters(output))?.[1] ?? 0)
