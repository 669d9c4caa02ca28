import { useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'

/** Where money can go and come from: those in use, as a choice. */
export function useTreasuries() {
  const { data = [] } = useReadAll('listKeptTreasuries', {})
  return data.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: plainName(name) }))
}
