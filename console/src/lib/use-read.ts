import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ClinicOperationId, Input } from './api.ts'
import { useClinicApi } from './clinic.ts'

/** What an operation answers in the clinic of the address; `when` it is false, it is not asked. */
export const useRead = <Id extends ClinicOperationId>(id: Id, input: Input<Id>, when = true) =>
  useQuery({ ...useClinicApi().one(id, input), enabled: when })

/** The same for an operation that answers with everything there is. */
export const useReadAll = <Id extends ClinicOperationId>(id: Id, input: Input<Id>, when = true) =>
  useQuery({ ...useClinicApi().all(id, input), enabled: when })

/** The same for one that answers page by page; `inputOf` says how the page after a cursor is asked for. */
export function useReadPages<Id extends ClinicOperationId>(id: Id, inputOf: (cursor?: string) => Input<Id>) {
  const { askPage, key } = useClinicApi()
  return useInfiniteQuery({
    queryKey: key(id, inputOf()),
    queryFn: ({ pageParam, signal }) => askPage(id, inputOf(pageParam || undefined), signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
  })
}
