import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const IS_WINDOWS = process.platform === 'win32'
/** How long a plugin may take to end when it is told to. */
const GRACE_MS = 5000
const EVERY_MS = 50

/** What is run leads a group of its own, so that npm, a shell and what they start end together. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (!IS_WINDOWS) return process.kill(-pid, signal)
    if (signal !== 0) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The plugin, as it is run on this machine. Nothing of it is left when plg ends. */
export class PluginProcess {
  readonly #command: string
  readonly #folder: string
  readonly #onEnd: (code: number | null) => void
  #child: ChildProcess | undefined

  constructor(command: string, folder: string, onEnd: (code: number | null) => void) {
    this.#command = command
    this.#folder = folder
    this.#onEnd = onEnd
    process.once('exit', () => this.#child?.pid && signalGroup(this.#child.pid, 'SIGKILL'))
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  start(env: Readonly<Record<string, string | undefined>>): void {
    const child = spawn(this.#command, {
      shell: true,
      cwd: this.#folder,
      env,
      // What it prints is for the person: records alone are on stdout.
      stdio: ['ignore', 2, 2],
      detached: !IS_WINDOWS,
    })
    this.#child = child
    const ended = (code: number | null) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#onEnd(code)
    }
    child.once('error', () => ended(null))
    child.once('exit', ended)
  }

  /** Ends it and all that it has started. */
  async stop(): Promise<void> {
    const pid = this.#child?.pid
    this.#child = undefined
    if (pid === undefined) return
    signalGroup(pid, 'SIGTERM')
    for (const began = Date.now(); signalGroup(pid, 0); await delay(EVERY_MS))
      if (Date.now() - began > GRACE_MS) signalGroup(pid, 'SIGKILL')
  }
}
