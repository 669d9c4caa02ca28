import { OPEN, ROUTES } from 'virtual:staff-routes'
import type { Input as InputOf, Returned as ReturnedBy } from '@clinic/contract/kernel.ts'
import type { StaffOperations } from '@clinic/contract/staff/index.ts'
import { type Envelope, Problem, Unreachable } from './problem.ts'
import { overSessions } from './session-end.ts'

type OperationId = keyof StaffOperations
export type Input<Id extends OperationId> = InputOf<StaffOperations[Id]>
/** One of what the operation answers with. */
export type Returned<Id extends OperationId> = ReturnedBy<StaffOperations[Id]>

export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  nextCursor: string | null
}

/** Does an operation of the staff API; throws a Problem where it refuses, and Unreachable where nothing answers. */
export async function ask<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Returned<Id>> {
  const { data } = await send<{ data: Returned<Id> }>(id, input, signal)
  return data
}

/** The same for an operation that answers with everything there is. */
export async function askAll<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Returned<Id>[]> {
  const { data } = await send<{ data: Returned<Id>[] }>(id, input, signal)
  return data
}

/** The same for an operation that answers page by page. */
export const askPage = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Page<Returned<Id>>> => send(id, input, signal)

/** Whether a person is logged in is asked of it, so it is answered. */
const TELLING: readonly string[] = [...OPEN, 'getSession']

function send<Answer>(id: OperationId, input: object, signal: AbortSignal | undefined): Promise<Answer> {
  const act = () => sendOnce<Answer>(id, input, signal)
  return TELLING.includes(id) ? act() : overSessions(act)
}

async function sendOnce<Answer>(id: OperationId, input: object, signal: AbortSignal | undefined): Promise<Answer> {
  const { method, address, body } = requestOf(ROUTES[id] ?? '', new Map(Object.entries(input)))
  const response = await fetch(address, {
    method,
    signal: signal ?? null,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body ?? null,
  }).catch(error => {
    throw signal?.aborted ? error : new Unreachable(String(error))
  })
  if (response.ok) return response.json()
  const { error }: { error?: Envelope } = await response.json().catch(() => ({}))
  throw new Problem(response.status, error ?? unnamed(response))
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
