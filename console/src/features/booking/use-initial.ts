import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { minutesBetween } from '../../lib/clinic-time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { doctorsAt } from './doctors-at.ts'
import type { BookingDraft } from './draft.ts'
import { minutesWith } from './proposed-minutes.ts'
import type { Place } from './use-booking.ts'

type Workplace = Returned<'getWorkplace'>

/**
 * What stands in the panel as it opens: what is known of the place, else the day and the doctor that the room shows, and where the
 * branch has one doctor alone, whom.
 */
export function useInitial(workplace: Workplace, place: Place): BookingDraft {
  const { branch } = useBranch()
  const days = useDays()
  const { read } = useUrlState()
  const [initial] = useState(() => {
    const branchId = branch?.id ?? ''
    const doctors = doctorsAt(workplace, branchId)
    const { start, end, doctorId = read('doctor') } = place
    const doctor = doctors.find(({ id }) => id === doctorId) ?? doctors[0]
    const isToCome = read('date') > days.today()
    const when = start === undefined ? { day: isToCome ? read('date') : days.today(), time: '' } : days.of(start)
    const minutes = start && end ? minutesBetween(start, end) : minutesWith(workplace, doctor?.id ?? '', [])
    return {
      ...{ patient: undefined, person: undefined, procedureIds: [], branchId, doctorId: doctor?.id ?? '' },
      ...{ slot: undefined, ...when, minutes, room: place.room ?? '', details: '' },
    }
  })
  return initial
}
