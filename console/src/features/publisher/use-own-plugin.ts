import { Problem } from '../../lib/problem.ts'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useRoomParam } from '../../lib/url-state.ts'

export type OwnPlugin = PublisherReturned<'listOwnPlugins'>

/** The plugin that the room is about, out of those of the publisher. */
export function useOwnPlugin() {
  const id = useRoomParam('id')
  const { data, error, refetch } = usePublisherReadAll('listOwnPlugins', {})
  const plugin = data?.find(one => one.id === id)
  const gone = data && !plugin ? new Problem(404, { code: 'not_found', message: '', requestId: '' }) : null
  return { data: plugin, error: gone ?? error, refetch }
}
