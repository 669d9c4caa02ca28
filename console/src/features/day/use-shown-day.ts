import type { Returned } from '../../lib/api.ts'
import { daysBefore } from '../../lib/clinic-time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useDays } from '../../lib/use-time-zone.ts'

export type By = 'doctor' | 'room'

/** In the address: every doctor of the branch, for a doctor who else sees their own visits. */
const ALL = 'all'
const WEEK = 'week'

/** Which day is shown, by whom or by which room, as the address says; of one doctor alone it may be a week. */
export function useShownDay({ role, practitionerId }: Pick<Returned<'getWorkplace'>, 'role' | 'practitionerId'>) {
  const { read, write } = useUrlState()
  const days = useDays()
  const asked = read('date')
  const date = days.startOf(asked) === undefined ? days.today() : asked
  const own = role === 'doctor' ? (practitionerId ?? '') : ''
  const doctorId = read('doctor') === ALL ? '' : read('doctor') || own
  const isWeek = read('span') === WEEK && doctorId !== ''
  const by: By = read('by') === 'room' && !isWeek ? 'room' : 'doctor'
  const show = (day: string) => write({ date: day === days.today() ? '' : day })
  return {
    ...{ date, doctorId, isWeek, by, show },
    isToday: date === days.today(),
    /** So many days, or weeks, further. */
    turn: (by: 1 | -1) => show(daysBefore(date, isWeek ? -7 * by : -by)),
    showBy: (chosen: By) => write({ by: chosen === 'room' ? 'room' : '', span: '' }),
    showDoctor: (of: string) => write({ doctor: of === '' && own !== '' ? ALL : of, ...(of === '' && { span: '' }) }),
    showWeek: (of: string) => write({ doctor: of, span: WEEK, by: '' }),
    /** Of a week: one of its days. */
    showOneDay: (day = date) => write({ span: '', date: day === days.today() ? '' : day }),
  }
}

export type ShownDay = ReturnType<typeof useShownDay>
