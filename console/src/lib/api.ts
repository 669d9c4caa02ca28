import { OPEN, ROUTES } from 'virtual:staff-routes'
import type { InClinic } from '@clinic/contract/access.ts'
import type { Input as InputOf, Returned as ReturnedBy } from '@clinic/contract/kernel.ts'
import type { StaffOperations } from '@clinic/contract/staff/index.ts'
import { BACKGROUND_HEADER } from '@clinic/contract/staff/live.ts'
import { newKey } from './intent.ts'
import { isAway } from './presence.ts'
import { type Envelope, OtherClinic, Problem, Unreachable } from './problem.ts'
import { overSessions } from './session-end.ts'

type OperationId = keyof StaffOperations
/** What runs in a clinic, and so cannot be asked without saying in which. */
export type ClinicOperationId = {
  [Id in OperationId]: StaffOperations[Id] extends { readonly access: InClinic } ? Id : never
}[OperationId]
type OwnOperationId = Exclude<OperationId, ClinicOperationId>
export type Input<Id extends OperationId> = InputOf<StaffOperations[Id]>
/** One of what the operation answers with. */
export type Returned<Id extends OperationId> = ReturnedBy<StaffOperations[Id]>

export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  nextCursor: string | null
}

/** How an operation is asked; `askAll` where it answers with everything there is, `askPage` page by page. */
interface Asking<Asked extends OperationId> {
  /** `key` is that of what the person means to do, where it may be tried more than once. */
  ask<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal, key?: string): Promise<Returned<Id>>
  askAll<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Returned<Id>[]>
  askPage<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Page<Returned<Id>>>
}

/** Throws a Problem where an operation refuses, and Unreachable where nothing answers. */
function asking<Asked extends OperationId>(clinicId: string | undefined): Asking<Asked> {
  const send = <Answer>(id: OperationId, input: object, signal: AbortSignal | undefined, key = newKey()) => {
    const act = () => sendOnce<Answer>({ id, input, signal, clinicId, key })
    return TELLING.includes(id) ? act() : overSessions(act)
  }
  return {
    ask: async <Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal, key?: string) =>
      (await send<{ data: Returned<Id> }>(id, input, signal, key)).data,
    askAll: async <Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal) =>
      (await send<{ data: Returned<Id>[] }>(id, input, signal)).data,
    askPage: (id, input, signal) => send(id, input, signal),
  }
}

/** Whether a person is logged in is asked of it, so it is answered. */
const TELLING: readonly string[] = [...OPEN, 'getSession']

/** What concerns no clinic: the own login. */
export const { ask, askAll } = asking<OwnOperationId>(undefined)

/** What is done in a clinic: every request names it, and no answer of another one is taken for its own. */
export const askIn = (clinicId: string): Asking<ClinicOperationId> => asking(clinicId)

interface Sending {
  id: OperationId
  input: object
  signal: AbortSignal | undefined
  clinicId: string | undefined
  key: string
}

async function sendOnce<Answer>({ id, input, signal, clinicId, key }: Sending): Promise<Answer> {
  const { method, address, body } = requestOf(ROUTES[id] ?? '', new Map(Object.entries(input)))
  const response = await fetch(address, {
    method,
    signal: signal ?? null,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(clinicId !== undefined && { 'clinic-id': clinicId }),
      ...(clinicId !== undefined && method === 'POST' && { 'idempotency-key': key }),
      ...(method === 'GET' && isAway() && { [BACKGROUND_HEADER]: 'true' }),
    },
    body: body ?? null,
  }).catch(error => {
    throw signal?.aborted ? error : new Unreachable(String(error))
  })
  if (clinicId !== undefined) requireOfClinic(response, clinicId)
  if (response.ok) return response.json()
  const { error }: { error?: Envelope } = await response.json().catch(() => ({}))
  throw new Problem(response.status, error ?? unnamed(response))
}

/** A refusal before the clinic was known says of none; whatever else is not of this one is not looked at. */
function requireOfClinic({ ok, headers }: Response, clinicId: string): void {
  const of = headers.get('clinic-id')
  if (of !== clinicId && (ok || of !== null)) throw new OtherClinic()
}

/** Names of the path take their values from the input; the rest is the query of reads, or the body. */
function requestOf(route: string, input: Map<string, unknown>) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name) => {
    const value = encodeURIComponent(String(input.get(name)))
    input.delete(name)
    return value
  })
  const rest = [...input].filter(([, value]) => value !== undefined)
  const address = `/staff/v1${path}`
  if (rest.length === 0) return { method, address }
  if (method !== 'GET') return { method, address, body: JSON.stringify(Object.fromEntries(rest)) }
  return { method, address: `${address}?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}` }
}

/** An answer without an envelope is not from the API but from what stands before it. */
const unnamed = ({ status, headers }: Response): Envelope => ({
  code: status >= 500 ? 'internal_error' : 'unknown',
  message: '',
  requestId: headers.get('service-request-id') ?? '',
})
