import { events } from '@clinic/contract/event-types.ts'
import { sql } from '../db/statement.ts'
import type { Outcome } from '../egress/outcome.ts'
import { idTimeMs, newId } from '../kernel/values/ids.ts'
import { attemptOf, type Sendable } from '../webhooks/attempt.ts'
import type { SigningKey } from '../webhooks/sign.ts'
import type { ExamScene } from './exam-scene.ts'

/** An event as it is sent, by the sender of webhooks itself; data are JSON texts. */
export interface DirectEvent {
  id: string
  type: string
  company_id: string
  created_at: string
  data: string
  previous_attributes: string | null
}

const withId = sql<DirectEvent>(`
  select id, type, company_id, created_at, data::text as data, previous_attributes::text as previous_attributes from event
  where company_id = $1 and created_at = $2 and id = $3`)

/** As it went out; the database keeps it with spaces. */
const compact = (json: string): string => JSON.stringify(JSON.parse(json))

/** An event that has happened. */
export async function eventWith({ inClinic }: ExamScene, id: string): Promise<DirectEvent> {
  const at = new Date(idTimeMs(id) ?? 0).toISOString()
  const [event] = await inClinic(tx => tx.sql(withId([tx.clinic.id, at, id])))
  if (!event) throw new Error('An event of an exam is gone.')
  const { data, previous_attributes: previous } = event
  return { ...event, data: compact(data), previous_attributes: previous === null ? null : compact(previous) }
}

/** The example of a type, as a test event shows it. */
export async function exampleOf({ inClinic }: Pick<ExamScene, 'inClinic'>, type: string): Promise<DirectEvent> {
  const declared = events.find(event => event.type === type)
  if (!declared) throw new Error(`There is no event ${type}.`)
  const { now, id: company_id } = await inClinic(async tx => ({ now: tx.now, id: tx.clinic.id }))
  const previous = declared.previousAttributes ? JSON.stringify(declared.previousExample ?? {}) : null
  return {
    ...{ id: newId('evt', Date.parse(now)), type, company_id, created_at: now },
    ...{ data: JSON.stringify(declared.example), previous_attributes: previous },
  }
}

/** The same event under an id of its own: to the plugin it is another one. */
export const anew = (event: DirectEvent): DirectEvent => ({ ...event, id: newId('evt') })

type Request = ReturnType<typeof attemptOf>

export interface SendingWish {
  keys?: readonly SigningKey[]
  /** As of which it is signed, in seconds from now. */
  signedAgo?: number
  isTest?: boolean
  /** What becomes of the signed request before it is sent. */
  spoil?: (request: Request) => Request
}

/** Sends an event once, signed as every event is. */
export function sendDirectly(scene: ExamScene, event: DirectEvent, wish: SendingWish = {}): Promise<Outcome> {
  const { endpoint, egress, rules } = scene
  if (!endpoint) throw new Error('There is no address to send to.')
  const { keys = endpoint.keys, signedAgo = 0, isTest = false, spoil = request => request } = wish
  const { id: event_id, type: event_type, company_id, created_at: event_at, data, previous_attributes } = event
  const job: Sendable = {
    claim: {
      ...{ id: newId('whd'), event_id, event_type, company_id, event_at, previous_attributes, attempts: 0 },
      origin: isTest ? 'TEST' : 'EVENT',
    },
    ...{ url: endpoint.url, mode: 'TEST', keys, data },
  }
  const request = spoil(attemptOf(job, Math.floor(Date.now() / 1000) - signedAgo))
  return egress.send({ ...request, deadlineMs: rules.answerMs, keepHead: true })
}
