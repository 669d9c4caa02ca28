import type { Availability } from '@clinic/contract/availability.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { DaySlots } from '../domain/scheduling/slots.ts'

interface Diary {
  branchId: string
  doctorId: string
  days: DaySlots[]
}

export const presentAvailability = ({ branchId, doctorId, days }: Diary): Static<typeof Availability> => ({
  object: 'availability',
  branchId,
  doctorId,
  days,
})
