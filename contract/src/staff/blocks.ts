import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { BLOCK_KINDS } from './day.ts'
import { VisitMinutes } from './practitioners.ts'

const { operation } = family('Hours', {
  read: permission('day:read'),
  write: permission('blocks:write', 'blocks:write.own'),
  sight: 'branch',
})

const OfferedSlot = shape('offeredSlot', {
  start: Timestamp,
  end: Timestamp,
  doctorId: described(Id, 'Who is free then.'),
  room: described(MaybeText, 'A room that is free then; null where the branch names none.'),
})

export const listFreeSlots = operation({
  id: 'listFreeSlots',
  route: 'GET /slots',
  summary: 'The next free times of a branch',
  description:
    'Of all its doctors, or of one, in order; each can be booked as it stands, by the rules that book. Fewer than asked for where there are no more within the time that can be booked ahead.',
  input: {
    branchId: Id,
    doctorId: Optional(described(Id, 'Of whom alone; of any doctor unless told.')),
    durationMinutes: described(VisitMinutes, 'How many minutes the visit takes.'),
    from: Optional(described(Timestamp, 'Not before this instant; from now on unless told.')),
    limit: Optional(described(Type.Integer({ minimum: 1, maximum: 20 }), 'How many; 5 unless told.')),
  },
  returns: shape('freeSlots', { slots: described(Type.Array(OfferedSlot), 'In order of their start.') }),
})

const Kind = described(OneOf(BLOCK_KINDS), 'What for.')

const block = {
  id: Id,
  version: RowVersion,
  doctorId: described(MaybeId, 'Who is away, at every branch; null where a room is blocked.'),
  branchId: described(MaybeId, 'Whose room is blocked; null where a doctor is away.'),
  room: described(MaybeText, 'Which room is blocked, as the branch spells it; null where a doctor is away.'),
  start: Timestamp,
  end: Timestamp,
  kind: Kind,
  note: described(MaybeText, 'What is noted on it; null where nothing is.'),
  canceledAt: described(MaybeTimestamp, 'When it was taken back: it then keeps nothing from being booked.'),
}

/** A time at which a doctor is away or a room cannot be used. */
export const Block = resource('block', block)

/** A visit that stood in a time before it was taken. */
export const AffectedVisit = shape('affectedVisit', {
  id: described(Id, 'Of the visit.'),
  start: Timestamp,
  end: Timestamp,
  doctorId: Id,
  patientId: MaybeId,
  name: described(MaybeText, 'First and last name of the patient.'),
})

export const Affected = described(
  Type.Array(AffectedVisit, { maxItems: 50 }),
  'The visits to come that stand where none would be booked since then, the first 50: they stay as they are.',
)

const BlockWithAffected = resource('block', { ...block, affected: Affected }, 'blockWithAffected')

const BECOMES = 'Nothing outside hears of it; what is booked there already stays, and is answered.'

export const getBlock = operation({
  id: 'getBlock',
  route: 'GET /blocks/:id',
  summary: 'A time at which a doctor is away or a room cannot be used',
  description: 'One that was taken back is not there.',
  input: { id: Id },
  returns: Block,
})

const Note = described(UpTo(200), 'What is noted on it.')

export const addBlock = operation({
  id: 'addBlock',
  route: 'POST /blocks',
  summary: 'Takes a time of a doctor or of a room',
  description: `Either doctorId, who is then away at every branch, or branchId with room. ${BECOMES}`,
  input: {
    doctorId: Optional(described(Id, 'Who is away.')),
    branchId: Optional(described(Id, 'Whose room is blocked.')),
    room: Optional(described(Text(1, 100), 'Which room of the branch is blocked.')),
    start: Timestamp,
    end: described(Timestamp, 'At most 366 days after start.'),
    kind: Kind,
    note: Optional(Note),
  },
  returns: BlockWithAffected,
  status: 201,
})

export const updateBlock = operation({
  id: 'updateBlock',
  route: 'PATCH /blocks/:id',
  summary: 'Changes when or what for a time is taken',
  description: `Absent fields stay as they are. ${BECOMES}`,
  versioned: { of: 'block', fields: { start: 'startsAt', end: 'endsAt' } },
  input: {
    id: Id,
    start: Optional(Timestamp),
    end: Optional(described(Timestamp, 'At most 366 days after start.')),
    kind: Optional(Kind),
    note: Optional(Nullable(Note)),
  },
  returns: BlockWithAffected,
})

export const removeBlock = operation({
  id: 'removeBlock',
  route: 'DELETE /blocks/:id',
  summary: 'Gives a time free again',
  description: 'Nothing outside hears of it.',
  versioned: { of: 'block', fields: { start: 'startsAt', end: 'endsAt' } },
  input: { id: Id },
  returns: Block,
})
