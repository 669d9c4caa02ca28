import { ROUTES } from 'virtual:publisher-routes'
import type { ByPublisher } from '@clinic/contract/access.ts'
import type { Input as InputOf, Returned as ReturnedBy } from '@clinic/contract/kernel.ts'
import type { PublisherOperations } from '@clinic/contract/publisher/index.ts'
import type { Page } from './api.ts'
import { newKey } from './intent.ts'
import { sendTo } from './send.ts'
import { overSessions } from './session-end.ts'

type OperationId = keyof PublisherOperations
/** What runs in a publisher, and so cannot be asked without saying in which. */
export type PublisherOperationId = {
  [Id in OperationId]: PublisherOperations[Id] extends { readonly access: ByPublisher } ? Id : never
}[OperationId]
export type OwnOperationId = Exclude<OperationId, PublisherOperationId>
export type PublisherInput<Id extends OperationId> = Omit<InputOf<PublisherOperations[Id]>, 'publisherId'>
/** One of what the operation answers with. */
export type PublisherReturned<Id extends OperationId> = ReturnedBy<PublisherOperations[Id]>

/** How an operation is asked; `askAll` where it answers with everything there is, `askPage` page by page. */
interface Asking<Asked extends OperationId> {
  ask<Id extends Asked>(
    id: Id,
    input: PublisherInput<Id>,
    signal?: AbortSignal,
    key?: string,
  ): Promise<PublisherReturned<Id>>
  askAll<Id extends Asked>(id: Id, input: PublisherInput<Id>, signal?: AbortSignal): Promise<PublisherReturned<Id>[]>
  askPage<Id extends Asked>(
    id: Id,
    input: PublisherInput<Id>,
    signal?: AbortSignal,
  ): Promise<Page<PublisherReturned<Id>>>
}

function asking<Asked extends OperationId>(publisherId: string | undefined): Asking<Asked> {
  const send = <Answer>(id: OperationId, input: object, signal: AbortSignal | undefined, key = newKey()) =>
    overSessions(() =>
      sendTo<Answer>({
        ...{ base: '/publisher/v1', route: ROUTES[id] ?? '', signal },
        input: publisherId === undefined ? input : { ...input, publisherId },
        headers: ROUTES[id]?.startsWith('POST ') ? { 'idempotency-key': key } : {},
      }),
    )
  return {
    ask: async <Id extends Asked>(id: Id, input: PublisherInput<Id>, signal?: AbortSignal, key?: string) =>
      (await send<{ data: PublisherReturned<Id> }>(id, input, signal, key)).data,
    askAll: async <Id extends Asked>(id: Id, input: PublisherInput<Id>, signal?: AbortSignal) =>
      (await send<{ data: PublisherReturned<Id>[] }>(id, input, signal)).data,
    askPage: (id, input, signal) => send(id, input, signal),
  }
}

/** What concerns no publisher: the own login. */
export const ownPublishers = asking<OwnOperationId>(undefined)

/** What is done in a publisher. */
export const askInPublisher = (publisherId: string): Asking<PublisherOperationId> => asking(publisherId)
