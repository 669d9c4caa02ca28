import type { Returned } from '@clinic/contract/kernel.ts'
import { type listSlotCandidates, PARTS_OF_DAY, WaitListEntry } from '@clinic/contract/staff/wait-list.ts'
import type { OpenWork, slotCandidates } from '../domain/scheduling/slot-candidates.ts'
import type { ShownWaiting } from '../domain/scheduling/wait-list.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { fullName } from '../kernel/values/full-name.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const partOf = wordOf(PARTS_OF_DAY)

export const presentWaiting = presenter<ShownWaiting, typeof WaitListEntry>(WaitListEntry, {
  name: ({ first_name, last_name }) => (first_name === null ? null : fullName({ first_name, last_name })),
  from: 'from_date',
  until: 'until_date',
  parts: ({ parts }) => parts.map(partOf),
})

const openWork = ({ id, patient_id: patientId, file_number: fileNumber, what, since, ...named }: OpenWork) => ({
  ...{ id, patientId, name: fullName(named), fileNumber, what, since },
})

export const presentCandidates: Presenter<
  Awaited<ReturnType<typeof slotCandidates>>,
  Returned<typeof listSlotCandidates>
> = ({ waiting, treatments, labOrders }, clinic) => ({
  waiting: waiting.map(one => presentWaiting(one, clinic)),
  treatments: treatments.map(openWork),
  labOrders: labOrders.map(openWork),
})
