import { randomBytes } from 'node:crypto'
import { type Database, type Row, textIn } from './database.ts'

/**
 * DUE is to be written to, SENDING may have been, SENT was, CHOSEN is being booked, BOOKED is done; CLOSED needs nothing
 * more, for the reason in `why`.
 */
export const RECALL_STATES = ['DUE', 'SENDING', 'SENT', 'CHOSEN', 'BOOKED', 'CLOSED'] as const
export type RecallState = (typeof RECALL_STATES)[number]

/** One reason to come again. Its id is that of the visit that it follows from, so that there is one for each. */
export interface Recall {
  readonly id: string
  readonly patientId: string
  readonly branchId: string
  readonly doctorId: string
  /** What the address of the patient's page ends in; nothing else opens it. */
  readonly link: string
  readonly state: RecallState
  /** The body of the message as it was decided: a second attempt says the same. */
  readonly message: string | null
  readonly sendingSince: string | null
}

const maybeText = (row: Row, column: string): string | null => (row[column] === null ? null : textIn(row, column))

function stateOf(row: Row): RecallState {
  const state = RECALL_STATES.find(word => word === row.state)
  if (state === undefined) throw new TypeError('That state was not written by this program.')
  return state
}

const recallOf = (row: Row): Recall => ({
  id: textIn(row, 'id'),
  patientId: textIn(row, 'patient_id'),
  branchId: textIn(row, 'branch_id'),
  doctorId: textIn(row, 'doctor_id'),
  link: textIn(row, 'link'),
  state: stateOf(row),
  message: maybeText(row, 'message'),
  sendingSince: maybeText(row, 'sending_since'),
})

/** An appointment that is still to come. */
const AHEAD = "status not in ('CANCELED', 'NOSHOW', 'COMPLETED') and starts_at > :now"

const DUE = `
  select id, patient_id, branch_id, doctor_id, max(starts_at) from visit where status = 'COMPLETED'
  group by patient_id having max(starts_at) < :before and patient_id not in (select patient_id from visit where ${AHEAD})`

/** Makes one recall for each last visit that is too long ago, where there is none yet. */
export function findDue(database: Database, before: string, now: string): void {
  for (const row of database.all(DUE, { before, now }))
    database.run(
      `insert or ignore into recall (id, patient_id, branch_id, doctor_id, link)
       values (:id, :patientId, :branchId, :doctorId, :link)`,
      {
        id: textIn(row, 'id'),
        patientId: textIn(row, 'patient_id'),
        branchId: textIn(row, 'branch_id'),
        doctorId: textIn(row, 'doctor_id'),
        link: randomBytes(16).toString('base64url'),
      },
    )
}

const SETTLED = `
  update recall set state = 'CLOSED', why = 'comes anyway' where state in ('DUE', 'SENDING', 'SENT') and exists (
    select id from visit where visit.patient_id = recall.patient_id and visit.id <> recall.id and ((${AHEAD})
      or (status = 'COMPLETED' and starts_at > (select starts_at from visit where id = recall.id))))`

/** Leaves those alone who come anyway, and those whose booked visit was cancelled: they have spoken with the clinic. */
export function closeSettled(database: Database, now: string): void {
  database.run(SETTLED, { now })
  database.run(`
    update recall set state = 'CLOSED', why = 'cancelled' where state = 'BOOKED'
      and why in (select id from visit where status = 'CANCELED')`)
}

export const recallsThatAre = (database: Database, state: RecallState): Recall[] =>
  database.all('select * from recall where state = :state order by id', { state }).map(recallOf)

export const recallWith = (database: Database, id: string): Recall | undefined =>
  database.all('select * from recall where id = :id', { id }).map(recallOf)[0]

export const recallBehind = (database: Database, link: string): Recall | undefined =>
  database.all('select * from recall where link = :link', { link }).map(recallOf)[0]

export const sentSince = (database: Database, since: string): number =>
  database.all('select id from recall where sending_since > :since', { since }).length

export const beginSending = (database: Database, id: string, message: string, now: string): number =>
  database.run(
    "update recall set state = 'SENDING', message = :message, sending_since = :now where id = :id and state = 'DUE'",
    { id, message, now },
  )

export const markSent = (database: Database, id: string): number =>
  database.run("update recall set state = 'SENT' where id = :id and state = 'SENDING'", { id })

export const close = (database: Database, id: string, why: string): number =>
  database.run("update recall set state = 'CLOSED', why = :why where id = :id", { id, why })

/** The clinic has removed the plugin: nothing of its patients is kept. */
export function eraseAll(database: Database): void {
  database.together(() => {
    for (const table of ['choice', 'recall', 'visit', 'mark']) database.run(`delete from ${table}`)
  })
}
