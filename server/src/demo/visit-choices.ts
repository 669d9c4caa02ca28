import type { Interval } from '../domain/scheduling/intervals.ts'
import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS } from './clock.ts'
import type { DemoContext } from './context.ts'
import type { BranchPlan, StaffPlan } from './plan.ts'

export interface Visit extends Interval {
  doctor: StaffPlan
  branch: BranchPlan
}

interface Room {
  name: string
  freeFrom: number
}

/** Rooms of every branch, each with the time from which it is free; visits come in the order of their start. */
export function roomKeeper({ plan, random }: DemoContext) {
  const rooms = new Map<string, Room[]>(
    plan.branches.map(({ key, rooms: count }) => [
      key,
      Array.from({ length: count }, (_, index) => ({ name: `Room ${index + 1}`, freeFrom: 0 })),
    ]),
  )
  return ({ branch, start, end }: Visit): string | null => {
    const free = rooms.get(branch.key)?.filter(({ freeFrom }) => freeFrom <= start) ?? []
    if (free.length === 0) return null
    const room = random.pick(free)
    room.freeFrom = end
    return room.name
  }
}

export type Patient = ReturnType<typeof patientsOf>[number]

const patientsOf = ({ made, today }: DemoContext) =>
  made('patient')
    .filter(({ disabled }) => disabled !== true)
    .map(({ id, branch_id, birth_date, created_at }) => ({
      id,
      branchId: branch_id,
      isChild: String(birth_date) > addDays(today, -365 * 15),
      createdMs: Date.parse(created_at),
    }))

/** Chooses who comes: mostly from the branch's own files, children to a doctor who treats them, no patient twice on a day. */
export function patientChooser(context: DemoContext) {
  const { random, id } = context
  const everyone = patientsOf(context)
  const pools = new Map<string, Patient[]>()
  const pool = (branch: string, isChild: boolean): Patient[] => {
    const key = `${branch} ${isChild}`
    const branchId = id('branch', branch)
    const found = pools.get(key) ?? everyone.filter(one => one.branchId === branchId && one.isChild === isChild)
    pools.set(key, found)
    return found
  }
  const seen = new Set<string>()
  return ({ doctor, branch, start }: Visit): Patient | undefined => {
    const day = Math.floor(start / DAY_MS)
    for (let attempt = 0; attempt < 8; attempt++) {
      const from = random.chance(0.85) ? pool(branch.key, doctor.children === true) : everyone
      const patient = random.pick(from.length > 0 ? from : everyone)
      if (patient.createdMs < start && !seen.has(`${patient.id} ${day}`)) {
        seen.add(`${patient.id} ${day}`)
        return patient
      }
    }
    return undefined
  }
}
