import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmed } from '../ui/step-up.tsx'
import { say } from '../ui/toast.ts'
import { intents } from './intent.ts'
import {
  askInPublisher,
  type OwnOperationId,
  ownPublishers,
  type PublisherInput,
  type PublisherOperationId,
  type PublisherReturned,
} from './publisher-api.ts'
import { useRoomParam } from './url-state.ts'

/** What is known of a publisher lies under this key, and under no other. */
const keyOf = (publisherId: string, ...rest: readonly [PublisherOperationId?, object?]) =>
  ['p', publisherId, ...rest] as const

/** The publisher of the address that the page is at. */
export const usePublisherId = (): string => useRoomParam('publisherId')

/** The publishers that the person belongs to, and those that have invited them. */
export const ownPublishersQuery = queryOptions({
  queryKey: ['publishers'],
  queryFn: ({ signal }) => ownPublishers.askAll('listOwnPublishers', {}, signal),
})

/** What an operation answers in the publisher of the address; `when` it is false, it is not asked. */
export function usePublisherRead<Id extends PublisherOperationId>(id: Id, input: PublisherInput<Id>, when = true) {
  const publisherId = usePublisherId()
  return useQuery({
    queryKey: keyOf(publisherId, id, input),
    queryFn: ({ signal }) => askInPublisher(publisherId).ask(id, input, signal),
    enabled: when,
  })
}

/** The same for an operation that answers with everything there is. */
export function usePublisherReadAll<Id extends PublisherOperationId>(id: Id, input: PublisherInput<Id>, when = true) {
  const publisherId = usePublisherId()
  return useQuery({
    queryKey: keyOf(publisherId, id, input),
    queryFn: ({ signal }) => askInPublisher(publisherId).askAll(id, input, signal),
    enabled: when,
  })
}

/** The same for one that answers page by page; `inputOf` says how the page after a cursor is asked for. */
export function usePublisherReadPages<Id extends PublisherOperationId>(
  id: Id,
  inputOf: (cursor?: string) => PublisherInput<Id>,
  { every }: { every?: number } = {},
) {
  const publisherId = usePublisherId()
  return useInfiniteQuery({
    queryKey: keyOf(publisherId, id, inputOf()),
    queryFn: ({ pageParam, signal }) =>
      askInPublisher(publisherId).askPage(id, inputOf(pageParam || undefined), signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    ...(every !== undefined && { refetchInterval: every }),
  })
}

interface Writing<Id extends PublisherOperationId> {
  /** The operations whose answers it changes: they are asked anew. */
  changes: readonly PublisherOperationId[]
  /** What is said when it is done. */
  said?: (answer: PublisherReturned<Id>) => string
}

/** Does something in the publisher of the address: once, however often it is tried, and after a step-up where one is asked for. */
export function usePublisherWrite<Id extends PublisherOperationId>(id: Id, { changes, said }: Writing<Id>) {
  const client = useQueryClient()
  const publisherId = usePublisherId()
  const confirmed = useConfirmed()
  const [once] = useState(intents)
  return useMutation({
    mutationFn: (input: PublisherInput<Id>) =>
      once(input, key => confirmed(() => askInPublisher(publisherId).ask(id, input, undefined, key))),
    onSuccess: answer => {
      if (said) say(said(answer))
      return Promise.all(changes.map(one => client.invalidateQueries({ queryKey: keyOf(publisherId, one) })))
    },
  })
}

/** Does something for the own login, such as making a publisher: the list of the own publishers is asked anew. */
export function useOwnWrite<Id extends OwnOperationId>(id: Id, said?: (answer: PublisherReturned<Id>) => string) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [once] = useState(intents)
  return useMutation({
    mutationFn: (input: PublisherInput<Id>) =>
      once(input, key => confirmed(() => ownPublishers.ask(id, input, undefined, key))),
    onSuccess: answer => {
      if (said) say(said(answer))
      return client.invalidateQueries({ queryKey: ownPublishersQuery.queryKey })
    },
  })
}
