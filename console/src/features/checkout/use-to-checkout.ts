import { useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useMay } from '../../lib/use-session.ts'

type Visit = Pick<Returned<'getDayAppointment'>, 'id' | 'patientId' | 'status'>

/** Of these nothing was done. */
const NOT_HELD: readonly string[] = ['CANCELED', 'NOSHOW']

/** Where a visit is checked out; nowhere, where it is of no patient, did not take place, or the role may not. */
export function useToCheckout() {
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const may = useMay('checkout:use')
  const hrefFor = ({ id, patientId, status }: Visit): string | undefined =>
    may && patientId !== null && !NOT_HELD.includes(status)
      ? hrefOf(clinicId, 'checkout', { appointmentId: id })
      : undefined
  return {
    hrefFor,
    go(visit: Visit) {
      const to = hrefFor(visit)
      if (to !== undefined) void navigate({ to })
    },
  }
}
