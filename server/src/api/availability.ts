import { getAvailability } from '@clinic/contract/availability.ts'
import { readAvailability } from '../domain/scheduling/read-availability.ts'
import { implement } from '../kernel/implement.ts'
import { presentAvailability } from '../present/availability.ts'

export const availability = [
  implement(getAvailability, async (tx, input) => ({
    data: presentAvailability({ ...input, days: await readAvailability(tx, input) }),
  })),
]
