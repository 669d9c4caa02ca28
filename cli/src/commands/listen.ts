import { setTimeout as delay } from 'node:timers/promises'
import { NotFound } from '@clinic/sdk/errors.ts'
import type { Command } from 'commander'
import type { Api } from '../api.ts'
import { contextOf, type Globals } from '../context.ts'
import { wrongUsage } from '../failure.ts'
import { following, newestEvent } from '../following.ts'
import { several } from '../inputs.ts'
import { type ListenState, listenState } from '../listen-state.ts'
import { deliveryHeaders } from '../local-signing.ts'
import { tell } from '../output.ts'
import type { Row } from '../records.ts'

interface ListenOptions extends Globals {
  to?: string
  type?: string[]
  fromNow?: boolean
  printSecret?: boolean
}

/** As long as the service waits for an answer, and as often as is worth it where a person looks on. */
const ANSWER_MS = 10_000
const MOST_TRIES = 3
const PAUSE_MS = 1000
const EXCERPT = 200
const COLUMNS = ['at', 'type', 'status', 'ms', 'tries', 'id', 'answer']

interface Answered {
  /** Undefined where nothing listens. */
  status: number | undefined
  answer: string
}

async function post(to: string, secret: string, event: Row, attempt: number): Promise<Answered> {
  const body = JSON.stringify(event)
  const headers = deliveryHeaders(secret, String(event.id), body, attempt)
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status: response.status, answer: (await response.text()).slice(0, EXCERPT) }
  } catch (error) {
    if (signal.aborted) return { status: 0, answer: 'no answer within 10 seconds, which counts as failed' }
    return { status: undefined, answer: error instanceof Error ? String(error.cause ?? error) : '' }
  }
}

const isTaken = (status: number): boolean => status >= 200 && status < 300

/** Passes one event on. While nothing listens it waits; one that is refused is tried again, and then left behind. */
async function pass(to: string, secret: string, event: Row): Promise<Row> {
  for (let tries = 1, waited = false; ; await delay(PAUSE_MS)) {
    const began = performance.now()
    const { status, answer } = await post(to, secret, event, tries)
    if (status === undefined) {
      if (!waited) tell(`Nothing listens at ${to}; waiting for it.`)
      waited = true
      continue
    }
    const ms = Math.round(performance.now() - began)
    const row = { id: event.id, type: event.type, at: new Date().toISOString(), status, ms, tries, answer }
    if (isTaken(status) || tries === MOST_TRIES) return row
    tries++
  }
}

async function* passed(api: Api, state: ListenState, to: string, types: readonly string[]): AsyncGenerator<Row> {
  const type = types.length === 1 ? types[0] : undefined
  for await (const event of following(api, { type, after: state.last, fromFirst: true })) {
    if (types.length === 0 || types.includes(String(event.type))) yield await pass(to, state.secret, event)
    // What was passed on and not yet noted comes again after a crash, with its id: nothing is lost.
    state.last = String(event.id)
    await state.save()
  }
}

/** Where to go on: the last event that was passed on, which may be gone, after 30 days or with a reset; else what happens now. */
async function begin(api: Api, state: ListenState, fromNow: boolean): Promise<void> {
  if (state.begun && !fromNow) {
    if (state.last === undefined || (await isThere(api, state.last))) return
    tell('The event that was passed on last is not there any more: beginning with what happens now.')
  }
  state.last = await newestEvent(api)
  state.begun = true
  await state.save()
}

async function isThere(api: Api, id: string): Promise<boolean> {
  try {
    await api.one('GET /events/:id', { id })
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

async function listen(options: ListenOptions, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  const state = await listenState(String((await api.one('GET /installation')).id))
  if (options.printSecret) return print.one({ signingSecret: state.secret })
  const { to, type = [], fromNow = false } = options
  if (to === undefined || !URL.canParse(to)) throw wrongUsage('say where: plg listen --to http://localhost:3000/hooks')
  await begin(api, state, fromNow)
  tell(`Passing events on to ${to}, signed with the secret of: plg listen --print-secret`)
  await print.follow(passed(api, state, to, type), COLUMNS)
}

export function addListen(program: Command): void {
  program
    .command('listen')
    .summary('pass events on to a plugin on this machine')
    .description(
      'Follows the events of the installation and posts each to your plugin, signed as the service signs, with a secret that stays the same. Stopped or killed, it goes on where it was: nothing is lost.',
    )
    .option('--to <url>', 'where your plugin takes events, such as http://localhost:3000/hooks')
    .option('--type <type>', 'events of this type alone; again for each', several)
    .option('--from-now', 'leave out what happened since it last listened')
    .option('--print-secret', 'print the signing secret, and end')
    .action(async (options: ListenOptions, command: Command) => listen(options, command))
}
