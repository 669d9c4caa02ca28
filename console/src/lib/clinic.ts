import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { askIn, type ClinicOperationId, type Input } from './api.ts'

const KIND = 'c'

/** What is known of a clinic lies under this key, and under no other. */
const keyOf = (clinicId: string, ...rest: readonly [ClinicOperationId?, object?]) => [KIND, clinicId, ...rest] as const

/** Everything that is known of a clinic lies below this key. */
export const keyOfClinic = (clinicId: string) => [KIND, clinicId] as const

export const isOfClinic = ([kind]: readonly unknown[]): boolean => kind === KIND

/** Whether it is known of another clinic than this one. */
export const isOfOtherClinic = ([kind, of]: readonly unknown[], clinicId: string): boolean =>
  kind === KIND && of !== clinicId

/** What is asked of a clinic, and kept under its own key. */
export function clinicApi(clinicId: string) {
  const { ask, askAll, askPage } = askIn(clinicId)
  return {
    ...{ clinicId, ask, askAll, askPage },
    /** Everything that an operation answered, whatever it was asked. */
    keyOfAll: (id: ClinicOperationId) => keyOf(clinicId, id),
    key: <Id extends ClinicOperationId>(id: Id, input: Input<Id>) => keyOf(clinicId, id, input),
    one: <Id extends ClinicOperationId>(id: Id, input: Input<Id>) =>
      queryOptions({ queryKey: keyOf(clinicId, id, input), queryFn: ({ signal }) => ask(id, input, signal) }),
    all: <Id extends ClinicOperationId>(id: Id, input: Input<Id>) =>
      queryOptions({ queryKey: keyOf(clinicId, id, input), queryFn: ({ signal }) => askAll(id, input, signal) }),
  }
}

/** The clinic of the address that the page is at; never the one that the login entered last. */
export function useClinicApi() {
  const { clinicId } = useParams({ from: '/staff/c/$clinicId' })
  return clinicApi(clinicId)
}

/** Asks anew for what these operations answered in the clinic of the address. */
export function useForget() {
  const client = useQueryClient()
  const { clinicId } = useClinicApi()
  return (...ids: readonly ClinicOperationId[]) =>
    Promise.all(ids.map(id => client.invalidateQueries({ queryKey: keyOf(clinicId, id) })))
}
