import { AppointmentStatus, getAppointment, listAppointments } from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import { Id, Optional } from '@clinic/contract/fields.ts'
import { Type } from '@clinic/contract/kernel.ts'
import { refuse } from '../../kernel/errors.ts'
import { getTool, listTool } from '../derive.ts'
import { branchId, days, doctorId, maybePatientId } from '../inputs.ts'
import type { Call, JsonObject, Tool } from '../tool.ts'

const scopes = ['schedule:read'] as const

const availability = getTool({
  title: 'Get free slots',
  description:
    'Free slots of one doctor at one branch, by day: the day named, else from today on. Times are UTC; days are on the calendar of the clinic.',
  scopes,
  operation: getAvailability,
  input: {
    branch_id: Id,
    doctor_id: Type.String({ minLength: 1, maxLength: 64, description: 'A practitioner, or "me".' }),
    date: Optional(Type.String({ format: 'date', description: 'Today or within the next 60 days.' })),
    days: Optional(Type.Integer({ minimum: 1, maximum: 30, default: 7 })),
  },
})

/** A doctor is busy wherever the appointment is, so the diary is read of all branches; only free times are shown. */
function atBranch(call: Call, { branch_id: branch }: JsonObject): Call {
  const { all_branches: all, branch_ids: seen } = call.connection
  if (!all && !seen.some(id => id === branch)) refuse('not_found', { resource: 'branch' })
  return { ...call, read: call.readAllBranches }
}

const getFreeSlots: Tool = {
  ...availability,
  bind(visibility) {
    const bound = availability.bind(visibility)
    return { ...bound, run: (call, input) => bound.run(atBranch(call, input), input) }
  },
}

export const scheduleTools = [
  listTool({
    description:
      'Appointments that begin on the given days, latest first; today when no day is given. At most 31 days; a first day alone is that day and the 30 after it. Use doctor_id "me" for those of the person who is logged in.',
    scopes,
    operation: listAppointments,
    input: { ...days, status: Optional(AppointmentStatus), ...doctorId, ...maybePatientId, ...branchId },
    window: { maxDays: 31, unnamed: 'today' },
  }),
  getTool({
    description: 'One appointment by its id.',
    scopes,
    operation: getAppointment,
    input: { appointment_id: Id },
    idFrom: 'appointment_id',
  }),
  getFreeSlots,
]
