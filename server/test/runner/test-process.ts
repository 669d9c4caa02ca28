import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

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

/** A Node process that runs tests, in a process group of its own. It may be sent messages. */
export class TestProcess {
  readonly child: ChildProcess
  /** Resolves with its exit code, or null when a signal ended it, once all that it has printed is here. */
  readonly ended: Promise<number | null>
  readonly #running: Running
  readonly #pieces: Buffer[] = []

  constructor(args: readonly string[], running: Running) {
    const { cwd, environment, timeoutMs } = running
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    this.#running = running
    this.child = spawn(process.execPath, [`--test-timeout=${timeoutMs}`, ...args], {
      cwd,
      env: { ...process.env, ...colours, ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', piece => this.#pieces.push(piece))
    this.ended = once(this.child, 'close').then(([code]) => code)
  }

  /** What it has printed since it was asked last. */
  printed(): string {
    return Buffer.concat(this.#pieces.splice(0)).toString()
  }

  /** One that has ended, or is about to, takes nothing: it is seen by its end. */
  send(message: string): void {
    if (this.child.connected) this.child.send(message, () => {})
  }

  /** Ends it with what it has started. */
  kill(): void {
    if (this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null)
      process.kill(-this.child.pid, 'SIGKILL')
  }

  /**
   * Waits for the end of a file. Node's `--test-timeout` ends tests, but waits for ever for a file that keeps its event
   * loop busy: that is killed here, as everything is when the run is interrupted.
   */
  async inTime<T>(file: string, end: Promise<T>): Promise<T> {
    const { timeoutMs, signal } = this.#running
    const kill = () => this.kill()
    const timer = setTimeout(() => {
      this.#pieces.push(Buffer.from(`${file} has not ended within ${(2 * timeoutMs) / 1000} seconds and was killed.\n`))
      kill()
    }, 2 * timeoutMs)
    signal.addEventListener('abort', kill)
    try {
      return await end
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
    }
  }
}
