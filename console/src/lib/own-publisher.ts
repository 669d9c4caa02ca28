import { isAtLeast, type PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { plainName } from '../ui/isolated.tsx'
import { ownPublishersQuery, usePublisherId } from './publisher.ts'
import type { PublisherReturned } from './publisher-api.ts'

export type OwnPublisher = PublisherReturned<'listOwnPublishers'>

/** The publisher of the address, if the person belongs to it. */
export function useOwnPublisher(): OwnPublisher | undefined {
  const id = usePublisherId()
  const { data } = useQuery(ownPublishersQuery)
  return data?.find(one => one.id === id && one.accepted)
}

/** Whether the person is at least this in it. */
export function useIsAtLeast(role: PublisherRole): boolean {
  const publisher = useOwnPublisher()
  return publisher !== undefined && isAtLeast(publisher.role, role)
}

export const publisherName = (language: string, { name }: Pick<OwnPublisher, 'name'>): string =>
  plainName(language === 'ar' ? (name.ar ?? name.en) : name.en)
