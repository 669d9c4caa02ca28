import type { Returned } from '../../lib/api.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useLocalized } from '../plugins/localized.ts'

/** The plugins of the clinic by their ids, those too that were removed. */
export function usePlugins(): { all: readonly Returned<'listInstalledPlugins'>[]; nameOf: (id: string) => string } {
  const localized = useLocalized()
  const standing = useReadAll('listInstalledPlugins', {})
  const removed = useReadAll('listInstalledPlugins', { removed: true })
  const all = [...(standing.data ?? []), ...(removed.data ?? [])]
  const names = new Map(all.map(({ id, name }) => [id, localized(name)]))
  return { all: standing.data ?? [], nameOf: id => names.get(id) ?? '—' }
}
