import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { roomKey } from '../../kernel/values/room-key.ts'
import { DAY_MS } from '../../kernel/values/zone.ts'
import { holdDiaries } from './diaries.ts'

type TimeOffRow = TableRow<'practitioner_time_off'>
type RoomBlockRow = TableRow<'room_block'>

/** A time at which a doctor is away or a room cannot be used: a record of the one or of the other. */
export type BlockRow = TimeOffRow | RoomBlockRow

interface BlockWish {
  start?: string | undefined
  end?: string | undefined
  kind?: TimeOffRow['kind'] | undefined
  note?: string | null | undefined
}

interface NewBlock extends BlockWish {
  doctorId?: string | undefined
  branchId?: string | undefined
  room?: string | undefined
  start: string
  end: string
  kind: string
}

/** A visit that stands in a block. */
export interface AffectedRow {
  id: string
  starts_at: string
  ends_at: string
  doctor_id: string
  patient_id: string | null
  first_name: string | null
  last_name: string | null
}

export interface Taken {
  block: BlockRow
  affected: AffectedRow[]
}

const LONGEST_DAYS = 366
const MOST_AFFECTED = 50

/** No visit is longer than 12 hours. $2 and $3 are the span, $4 the branches in sight, all of them where it is null. */
const standing = (whose: string) =>
  sql<AffectedRow>(`
  select visit.id, visit.starts_at, visit.ends_at, visit.doctor_id, visit.patient_id, patient.first_name, patient.last_name
  from appointment as visit
  left join patient on patient.company_id = visit.company_id and patient.id = visit.patient_id
  where visit.company_id = $1 and ${whose} and visit.status in ('OPEN', 'CONFIRMED', 'DELAYED')
    and visit.starts_at > $2::timestamptz - interval '12 hours' and visit.starts_at < $3 and visit.ends_at > $2
    and ($4::text[] is null or visit.branch_id = any($4))
  order by visit.starts_at, visit.id limit ${MOST_AFFECTED}`)
const ofDoctor = standing('visit.doctor_id = $5')
const inRoom = standing('visit.branch_id = $5 and lower(btrim(visit.room)) = lower(btrim($6))')

const isOfRoom = (block: BlockRow): block is RoomBlockRow => 'room' in block

/** Takes a time of a doctor or of a room, over what is booked there already. */
export async function addBlock(tx: Tx, { doctorId, branchId, room, ...wish }: NewBlock): Promise<Taken> {
  // What another clinic has is as unknown as what never was, whatever else is wrong.
  if (branchId !== undefined) await tx.get('branch', branchId)
  if (doctorId !== undefined) await tx.get('practitioner', doctorId)
  requireSpan(wish)
  if (doctorId !== undefined && branchId === undefined && room === undefined) return takeDoctor(tx, doctorId, wish)
  if (doctorId === undefined && branchId !== undefined && room !== undefined)
    return takeRoom(tx, { branchId, room }, wish)
  return refuseInput({
    path: '/doctorId',
    code: 'doctor_or_room',
    message: 'must be there alone, or branchId with room instead of it',
  })
}

async function takeDoctor(tx: Tx, doctorId: string, wish: BlockWish): Promise<Taken> {
  await requireDoctorInSight(tx, doctorId, 'practitioner')
  await holdDiaries(tx, [{ doctor_id: doctorId, branch_id: null, room: null }])
  const id = newId('tof', Date.parse(tx.now))
  return withAffected(tx, await tx.insert('practitioner_time_off', { id, practitioner_id: doctorId, ...written(wish) }))
}

async function takeRoom(tx: Tx, place: { branchId: string; room: string }, wish: BlockWish): Promise<Taken> {
  const { id: branch_id, rooms } = await tx.get('branch', place.branchId)
  const room = rooms.find(name => roomKey(name) === roomKey(place.room))
  if (room === undefined)
    return refuseInput({ path: '/room', code: 'unknown_room', message: 'must be one of the rooms of the branch' })
  await holdDiaries(tx, [{ doctor_id: null, branch_id, room }])
  const id = newId('rbl', Date.parse(tx.now))
  return withAffected(tx, await tx.insert('room_block', { id, branch_id, room, ...written(wish) }))
}

const written = ({ start = '', end = '', kind = '', note = null }: BlockWish) => ({
  ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString(), kind, note, canceled_at: null },
})

/** Changes when a time is taken, or what for. */
export async function changeBlock(tx: Tx, { id, start, end, ...wish }: BlockWish & { id: string }): Promise<Taken> {
  const before = requireTaken(await lockBlock(tx, id))
  const { starts_at: startsAt, ends_at: endsAt } = before
  requireSpan({ start: start ?? startsAt, end: end ?? endsAt })
  const times = { startsAt: start && new Date(start).toISOString(), endsAt: end && new Date(end).toISOString() }
  return withAffected(tx, await changed(tx, before, columnsOf({ ...wish, ...times })))
}

/** Gives a time free again; one that is free stays so. */
export async function removeBlock(tx: Tx, { id }: { id: string }): Promise<BlockRow> {
  const before = await lockBlock(tx, id)
  return before.canceled_at === null ? changed(tx, before, { canceled_at: tx.now }) : before
}

/** A time that is taken, if the person sees the doctor or the branch. */
export async function readBlock(tx: Tx, { id }: { id: string }): Promise<BlockRow> {
  return requireTaken(await seenBlock(tx, id))
}

const isRoomBlock = (id: string) => id.startsWith('rbl_')
const changed = (tx: Tx, before: BlockRow, changes: object): Promise<BlockRow> =>
  isOfRoom(before)
    ? changeRecord(tx, 'room_block', before, changes)
    : changeRecord(tx, 'practitioner_time_off', before, changes)

/** The diary first, as those who book do: what is booked meanwhile waits, and sees what became of the block. */
async function lockBlock(tx: Tx, id: string): Promise<BlockRow> {
  const block = await seenBlock(tx, id)
  const place = isOfRoom(block)
    ? { doctor_id: null, branch_id: block.branch_id, room: block.room }
    : { doctor_id: block.practitioner_id, branch_id: null, room: null }
  await holdDiaries(tx, [place])
  return isOfRoom(block) ? tx.lock('room_block', id) : tx.lock('practitioner_time_off', id)
}

async function seenBlock(tx: Tx, id: string): Promise<BlockRow> {
  if (isRoomBlock(id)) return tx.get('room_block', id)
  const block = await tx.get('practitioner_time_off', id)
  await requireDoctorInSight(tx, block.practitioner_id, 'block')
  return block
}

const requireTaken = (block: BlockRow): BlockRow =>
  block.canceled_at === null ? block : refuse('not_found', { resource: 'block' })

const worksIn = sql(`
  select 1 as one from practitioner_branch where company_id = $1 and practitioner_id = $2 and branch_id = any($3) limit 1`)

/** Who is limited to branches sees the doctors who work there. */
async function requireDoctorInSight(tx: Tx, doctorId: string, resource: string): Promise<void> {
  const branches = branchesOf(tx)
  if (branches === null) return
  const [works] = await tx.sql(worksIn([tx.clinic.id, doctorId, branches]))
  if (!works) refuse('not_found', { resource })
}

function requireSpan({ start = '', end = '' }: BlockWish): void {
  const length = Date.parse(end) - Date.parse(start)
  if (!(length > 0)) refuseInput({ path: '/end', code: 'end_not_after_start', message: 'must be after start' })
  if (length > LONGEST_DAYS * DAY_MS)
    refuseInput({ path: '/end', code: 'too_long', message: `must be at most ${LONGEST_DAYS} days after start` })
}

async function withAffected(tx: Tx, block: BlockRow): Promise<Taken> {
  const span = [tx.clinic.id, block.starts_at, block.ends_at, branchesOf(tx)]
  const affected = isOfRoom(block)
    ? await tx.sql(inRoom([...span, block.branch_id, block.room]))
    : await tx.sql(ofDoctor([...span, block.practitioner_id]))
  return { block, affected }
}
