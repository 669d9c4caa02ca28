import { OPEN, ROUTES } from 'virtual:staff-routes'
import type { InClinic } from '@clinic/contract/access.ts'
import type { Input as InputOf, Returned as ReturnedBy } from '@clinic/contract/kernel.ts'
import type { StaffOperations } from '@clinic/contract/staff/index.ts'
import { BACKGROUND_HEADER } from '@clinic/contract/staff/live.ts'
import { newKey } from './intent.ts'
import { isAway } from './presence.ts'
import { OtherClinic } from './problem.ts'
import { sendTo } from './send.ts'
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

/** What a person means to do: the key of it where it may be tried more than once, and which version it is about. */
interface Meant {
  key?: string
  version?: number | undefined
}

/** How an operation is asked; `askAll` where it answers with everything there is, `askPage` page by page. */
interface Asking<Asked extends OperationId> {
  ask<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal, meant?: Meant): Promise<Returned<Id>>
  askAll<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Returned<Id>[]>
  askPage<Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Page<Returned<Id>>>
}

/** Throws a Problem where an operation refuses, and Unreachable where nothing answers. */
function asking<Asked extends OperationId>(clinicId: string | undefined): Asking<Asked> {
  const send = <Answer>(id: OperationId, input: object, signal: AbortSignal | undefined, meant: Meant = {}) => {
    const { key = newKey(), version } = meant
    const act = () => sendOnce<Answer>({ id, input, signal, clinicId, key, version })
    return TELLING.includes(id) ? act() : overSessions(act)
  }
  return {
    ask: async <Id extends Asked>(id: Id, input: Input<Id>, signal?: AbortSignal, meant?: Meant) =>
      (await send<{ data: Returned<Id> }>(id, input, signal, meant)).data,
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
  version: number | undefined
}

async function sendOnce<Answer>({ id, input, signal, clinicId, key, version }: Sending): Promise<Answer> {
  const route = ROUTES[id] ?? ''
  const [method] = route.split(' ')
  return sendTo<Answer>({
    ...{ base: '/staff/v1', route, input, signal },
    headers: {
      ...(clinicId !== undefined && { 'clinic-id': clinicId }),
      ...(clinicId !== undefined && method === 'POST' && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(method === 'GET' && isAway() && { [BACKGROUND_HEADER]: 'true' }),
    },
    check: response => clinicId !== undefined && requireOfClinic(response, clinicId),
  })
}

/** A refusal before the clinic was known says of none; whatever else is not of this one is not looked at. */
function requireOfClinic({ ok, headers }: Response, clinicId: string): void {
  const of = headers.get('clinic-id')
  if (of !== clinicId && (ok || of !== null)) throw new OtherClinic()
}
