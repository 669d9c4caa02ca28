import { ROUTES } from 'virtual:platform-routes'
import type { Input as InputOf, Returned as ReturnedBy } from '@clinic/contract/kernel.ts'
import type { PlatformOperations } from '@clinic/contract/platform/index.ts'
import { newKey } from './intent.ts'
import { sendTo } from './send.ts'
import { overSessions } from './session-end.ts'

type OperationId = keyof PlatformOperations
export type PlatformInput<Id extends OperationId> = InputOf<PlatformOperations[Id]>
/** One of what the operation answers with. */
export type PlatformReturned<Id extends OperationId> = ReturnedBy<PlatformOperations[Id]>

const send = <Answer>(id: OperationId, input: object, signal: AbortSignal | undefined, key = newKey()) =>
  overSessions(() =>
    sendTo<{ data: Answer }>({
      ...{ base: '/platform/v1', route: ROUTES[id] ?? '', input, signal },
      headers: ROUTES[id]?.startsWith('POST ') ? { 'idempotency-key': key } : {},
    }),
  ).then(({ data }) => data)

/** Asks the platform's own API. */
export const askPlatform = <Id extends OperationId>(
  id: Id,
  input: PlatformInput<Id>,
  signal?: AbortSignal,
  key?: string,
) => send<PlatformReturned<Id>>(id, input, signal, key)

/** The same for an operation that answers with everything there is. */
export const askPlatformAll = <Id extends OperationId>(id: Id, input: PlatformInput<Id>, signal?: AbortSignal) =>
  send<PlatformReturned<Id>[]>(id, input, signal)
