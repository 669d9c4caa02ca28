import type { Input, Returned } from '../../lib/api.ts'
import type { clinicDays } from '../../lib/clinic-time.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type LabOrder = Returned<'listClinicLabOrders'>

/** What shows lab work, and is asked anew when some of it changes. */
export const LAB_CHANGES = ['listClinicLabOrders', 'getPatientChart', 'getDay', 'getDayAppointment'] as const

/** An order as it is typed. */
export interface OrderDraft {
  treatmentId: string
  labId: string
  labItemId: string
  shade: string
  items: string
  day: string
  details: string
}

export const EMPTY_ORDER: OrderDraft = {
  ...{ treatmentId: '', labId: '', labItemId: '', shade: '', items: '', day: '', details: '' },
}

/** By the end of work. */
const HOUR = '18:00'

/** What is typed as it is sent: what is left empty is left out, and what is no day is empty, which the contract refuses. */
export const orderOf = (
  { treatmentId, labId, labItemId, shade, items, day, details }: OrderDraft,
  days: ReturnType<typeof clinicDays>,
): Input<'orderLabWork'> => ({
  ...{ treatmentId, labId, due: days.at(day, HOUR) ?? '' },
  ...(labItemId && { labItemId }),
  ...(shade.trim() && { shade: shade.trim() }),
  ...(items.trim() && { items: numberTyped(items) }),
  ...(details.trim() && { details: details.trim() }),
})
