import { scope } from './access.ts'
import { DateOnly, Id, Nested, Optional, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'

/** Free slots of one doctor at one branch; every asked day is listed, also when it has none. */
export const Availability = resource('availability', {
  branchId: Id,
  doctorId: Id,
  days: Type.Array(
    Nested({
      date: DateOnly,
      slots: Type.Array(Nested({ start: Timestamp, end: Timestamp })),
    }),
  ),
})

const { operation } = family('Availability', { read: scope('availability:read') })

export const getAvailability = operation({
  id: 'getAvailability',
  route: 'GET /availability',
  summary: 'Get the free slots of a doctor',
  description:
    'Dates are days in the time zone of the clinic. What is offered can be booked as it stands. A doctor who cannot be booked at the branch, or a branch that is not active, has no slots.',
  input: {
    branchId: Id,
    doctorId: Id,
    date: Optional(
      Type.String({
        format: 'date',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        'x-expects': 'a date such as 2026-11-20',
        description: 'One day, today or within the next 60 days.',
      }),
    ),
    days: Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'From today on; ignored when date is set.' }),
    ),
  },
  returns: Availability,
})
