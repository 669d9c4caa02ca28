import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environmentOf } from '../settings/role-env.ts'
import type { RoleName } from '../settings/roles.ts'
import type { ReadyMessage, StartMessage } from './role-process.ts'

const PROCESS = fileURLToPath(new URL('./role-process.ts', import.meta.url))
const RESTART_MS = 1_000
const GRACE_MS = 35_000

/** Runs roles as processes of their own, starts one again when it dies, and stops them together. */
export class Supervisor {
  readonly #compileCache: string
  readonly #log: (line: string) => void
  readonly #graceMs: number
  readonly #children = new Map<RoleName, ChildProcess>()
  #stopping = false

  /**
   * `compileCache` is a folder where compiled code is kept from one start to the next; `drainMs` is how long roles that are
   * told to end go on serving.
   */
  constructor(compileCache: string, log: (line: string) => void, drainMs: number) {
    this.#compileCache = compileCache
    this.#log = log
    this.#graceMs = drainMs + GRACE_MS
  }

  /** Lets the process load its code; it does nothing else until it is started. */
  launch(role: RoleName): ChildProcess {
    const env = { ...environmentOf(role, process.env), NODE_COMPILE_CACHE: this.#compileCache }
    const child = fork(PROCESS, [role], { env, execArgv: [] })
    this.#children.set(role, child)
    return child
  }

  /** Resolves with the role's address once it serves; rejects when its first start fails. */
  start(role: RoleName, message: StartMessage): Promise<string | null> {
    const running = this.#children.get(role)
    const child = running && isAlive(running) ? running : this.launch(role)
    return new Promise((resolve, reject) => {
      let ready = false
      child.once('message', ({ address }: ReadyMessage) => {
        ready = true
        resolve(address)
      })
      child.once('exit', (code, signal) => {
        if (!ready) reject(new Error(`The process ${role} could not start.`))
        else if (!this.#stopping) this.#restart(role, message, signal ?? `exit code ${code}`)
      })
      child.send(message)
    })
  }

  #restart(role: RoleName, message: StartMessage, cause: string): void {
    this.#log(`the process ${role} ended (${cause}); starting it again`)
    setTimeout(() => {
      if (!this.#stopping) this.start(role, message).catch(() => this.#restart(role, message, 'did not start'))
    }, RESTART_MS)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#children.values()].filter(isAlive).map(child => end(child, this.#graceMs)))
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function end(child: ChildProcess, graceMs: number): Promise<void> {
  const ended = once(child, 'exit')
  const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(killer)
}
