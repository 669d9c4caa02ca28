import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ClinicOperationId, Input } from './api.ts'
import { useClinicApi } from './clinic.ts'

interface Reading {
  /** Where it is false, it is not asked. */
  when?: boolean
  /** Asked again so often, in milliseconds, while the page is looked at. */
  every?: number
  /** What was answered before is shown until the next answer is there. */
  keeps?: boolean
}

/** What an operation answers in the clinic of the address. */
export const useRead = <Id extends ClinicOperationId>(id: Id, input: Input<Id>, reading: Reading | boolean = {}) =>
  useQuery({ ...useClinicApi().one(id, input), ...optionsOf(reading) })

/** The same for an operation that answers with everything there is. */
export const useReadAll = <Id extends ClinicOperationId>(id: Id, input: Input<Id>, reading: Reading | boolean = {}) =>
  useQuery({ ...useClinicApi().all(id, input), ...optionsOf(reading) })

/** The same for one that answers page by page; `inputOf` says how the page after a cursor is asked for. */
export function useReadPages<Id extends ClinicOperationId>(
  id: Id,
  inputOf: (cursor?: string) => Input<Id>,
  reading: Reading = {},
) {
  const { askPage, key } = useClinicApi()
  return useInfiniteQuery({
    queryKey: key(id, inputOf()),
    queryFn: ({ pageParam, signal }) => askPage(id, inputOf(pageParam || undefined), signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    ...optionsOf(reading),
  })
}

const optionsOf = (reading: Reading | boolean) => {
  const { when = true, every, keeps } = typeof reading === 'boolean' ? { when: reading } : reading
  const shown = keeps ? { placeholderData: keepPreviousData } : {}
  return { enabled: when, refetchInterval: every ?? (false as const), ...shown }
}
