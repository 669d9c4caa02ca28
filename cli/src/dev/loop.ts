import { randomBytes } from 'node:crypto'
import { EXIT, Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { begin, isWanted, pass, toPass } from '../passing.ts'
import { isTaken, type Receiver } from '../posting.ts'
import type { Row } from '../records.ts'
import { CallLog } from './calls.ts'
import { environmentOf, type Installed } from './installed.ts'
import { PluginProcess } from './plugin-process.ts'
import { answers } from './ports.ts'
import type { Project } from './project.ts'

/** What takes that long to listen listens elsewhere, in most cases. */
const LATE_MS = 15_000

export interface LoopWishes {
  readonly run: string
  readonly to: string
  readonly port: number
  readonly types: readonly string[]
  readonly fromNow: boolean
  /** Whether it is started again when its files change. */
  readonly restarts: boolean
  show(row: Row): void
}

const LEFT_BEHIND = 'It is left behind. Once mended, send it again: r on a terminal, or plg events replay --to.'

/** `evt_` and the time of an id, which say when it happened; what comes after is chance. */
const KEPT = 14
const anotherOf = (event: Row): Row => ({
  ...event,
  id: `${String(event.id).slice(0, KEPT)}${randomBytes(8).toString('hex')}`,
})

/** The plugin on this machine, and the events of its installation that are passed on to it. */
export class Loop {
  readonly #wishes: LoopWishes
  readonly #process: PluginProcess
  #failed: (error: unknown) => void = () => undefined
  #types: readonly string[]
  #session = new AbortController()
  #receiver: Receiver | undefined
  #calls: CallLog | undefined
  #last: Row | undefined
  #hasBegun = false
  /** Rejects where it cannot go on. */
  readonly failure: Promise<never>

  constructor(project: Project, wishes: LoopWishes) {
    this.#wishes = wishes
    this.#types = wishes.types
    this.failure = new Promise((_, reject) => {
      this.#failed = reject
    })
    // It may come before it is waited for.
    this.failure.catch(() => undefined)
    this.#process = new PluginProcess(wishes.run, project.folder, code => this.#ended(code))
  }

  #ended(code: number | null): void {
    const how = `The plugin has ended${code === null ? '' : ` with ${code}`}`
    if (this.#wishes.restarts) tell(`${how}; it is started again when one of its files changes.`)
    else this.#failed(new Failure('plugin_ended', EXIT.refused, `${how}.`))
  }

  /** Starts the plugin for an installation and passes events on from where it was left. */
  async begin(project: Project, installed: Installed): Promise<void> {
    this.#session.abort()
    const session = new AbortController()
    this.#session = session
    const { state } = installed
    const { to, show, fromNow } = this.#wishes
    this.#receiver = { to, secret: state.secret }
    this.#calls = installed.publisher && new CallLog(installed.publisher, installed.id, call => show(call))
    await begin(installed.api, state, fromNow && !this.#hasBegun)
    await this.#start(project, installed, session.signal)
    if (!this.#calls && !this.#hasBegun)
      tell('What the plugin calls is shown where you are logged in as its publisher.')
    this.#hasBegun = true
    const events = toPass(installed.api, state, { signal: session.signal })
    void this.#passAll(events, session.signal).catch(error => session.signal.aborted || this.#failed(error))
  }

  /** What is begun is ended, as something else is about to begin. */
  interrupt(): void {
    this.#session.abort()
  }

  async #start(project: Project, installed: Installed, signal: AbortSignal): Promise<void> {
    const { to, port, run } = this.#wishes
    await this.#process.stop()
    const began = performance.now()
    tell(`Starting: ${run}`)
    this.#process.start({ ...project.env, ...process.env, ...environmentOf(installed), PORT: String(port) })
    const late = setTimeout(
      () => tell(`Nothing answers at ${to} yet. Does the plugin listen at process.env.PORT? Else say --port or --to.`),
      LATE_MS,
    )
    if (await answers(to, () => signal.aborted || !this.#process.isRunning))
      tell(`It answers at ${to} after ${Math.round(performance.now() - began)} ms.`)
    clearTimeout(late)
  }

  async #passAll(events: AsyncIterable<Row>, signal: AbortSignal): Promise<void> {
    for await (const event of events) {
      if (signal.aborted) return
      if (isWanted(event.type, this.#types)) await this.#pass(event, signal)
    }
  }

  async #pass(event: Row, signal: AbortSignal, about: Row = {}): Promise<void> {
    const receiver = this.#receiver
    if (!receiver) return
    this.#last = event
    await this.#calls?.before()
    const began = Date.now()
    const onWaiting = () => this.#process.isRunning || tell('An event waits for the plugin.')
    const row = await pass(receiver, event, { signal, onWaiting })
    this.#wishes.show({ ...row, ...about })
    this.#calls?.after({ id: String(event.id), began })
    if (!isTaken(row.status)) tell(LEFT_BEHIND)
  }

  /**
   * The last event once more: as it was, as the service would after an answer was lost; or anew, with an id of its own, as
   * what a plugin has dealt with it does not do again.
   */
  again(anew: boolean): void {
    const last = this.#last
    if (!last) {
      tell('No event has come yet.')
      return
    }
    const { signal } = this.#session
    const event = anew ? anotherOf(last) : last
    const about = { again: anew ? 'anew' : 'duplicate', of: last.id }
    void this.#pass(event, signal, about).catch(error => signal.aborted || this.#failed(error))
  }

  filter(types: readonly string[]): void {
    this.#types = types
    tell(types.length === 0 ? 'Every event is passed on.' : `Passed on: ${types.join(', ')}`)
  }

  async end(): Promise<void> {
    this.#session.abort()
    this.#calls?.end()
    await this.#process.stop()
  }
}
