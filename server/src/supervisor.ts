import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ReadyMessage, StartMessage } from './role-process.ts'
import type { RoleName } from './roles.ts'

const PROCESS = fileURLToPath(new URL('./role-process.ts', import.meta.url))
const RESTART_MS = 1_000
const GRACE_MS = 35_000

/** Runs roles as processes of their own, starts one again when it dies, and stops them together. */
export class Supervisor {
  readonly #message: Omit<StartMessage, 'role'>
  readonly #log: (line: string) => void
  readonly #children = new Map<RoleName, ChildProcess>()
  #stopping = false

  constructor(message: Omit<StartMessage, 'role'>, log: (line: string) => void) {
    this.#message = message
    this.#log = log
  }

  /** Resolves with the role's address once it serves; rejects when its first start fails. */
  start(role: RoleName): Promise<string | null> {
    // The role is an argument only so that operators see it in their process list.
    const child = fork(PROCESS, [role])
    this.#children.set(role, child)
    const message: StartMessage = { role, ...this.#message }
    child.send(message)
    return new Promise((resolve, reject) => {
      let ready = false
      child.once('message', ({ address }: ReadyMessage) => {
        ready = true
        resolve(address)
      })
      child.once('exit', (code, signal) => {
        if (!ready) reject(new Error(`The process ${role} could not start.`))
        else if (!this.#stopping) this.#restart(role, signal ?? `exit code ${code}`)
      })
    })
  }

  #restart(role: RoleName, cause: string): void {
    this.#log(`the process ${role} ended (${cause}); starting it again`)
    setTimeout(() => {
      if (!this.#stopping) this.start(role).catch(() => this.#restart(role, 'did not start'))
    }, RESTART_MS)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const running = [...this.#children.values()].filter(child => child.exitCode === null && child.signalCode === null)
    await Promise.all(running.map(end))
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  const killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(killer)
}
