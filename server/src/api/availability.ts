import { type Availability, getAvailability } from '@clinic/contract/availability.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { readAvailability } from '../domain/scheduling/read-availability.ts'
import type { DaySlots } from '../domain/scheduling/slots.ts'
import { implement } from '../kernel/implement.ts'

interface Diary {
  branchId: string
  doctorId: string
  days: DaySlots[]
}

const present = ({ branchId, doctorId, days }: Diary): Static<typeof Availability> => ({
  object: 'availability',
  branchId,
  doctorId,
  days,
})

export const availability = [
  implement(getAvailability, async (tx, input) => ({
    data: present({ ...input, days: await readAvailability(tx, input) }),
  })),
]
