import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InOwnClinic } from '../exports/export-kind.ts'
import type { RecordRow } from './audit-leaf.ts'

/** Which records are exported: of a patient, by an actor, or all of the clinic; of which days, both included. */
export interface Subject {
  patientId?: string | undefined
  caller?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A part of a day, by when records were taken in: `from` belongs to it, `to` does not. */
export interface DaySpan {
  day: string
  from: string
  to: string
}

const BATCH = 500
const DAY_MS = 86_400_000

const sealedOfPatient = sql<DaySpan>(`
  select day, min(first_at) as from, max(last_at) + interval '1 millisecond' as to from audit_of_patient
  where company_id = $1 and patient_id = any(files_of_patient($1, $2)) and day between $3 and $4 group by day order by day`)
const lastSeal = sql<{ at: string }>(`
  select sealed_to as at from audit_head where company_id = $1 order by number desc limit 1`)
const firstRecord = sql<{ at: string }>(`
  select recorded_at as at from audit_record where company_id = $1 order by recorded_at limit 1`)

const COLUMNS = `one.company_id, one.at, one.request_id, one.caller, one.token_id, one.operation, one.resource_ids,
  one.patient_ids, one.field_scopes, one.address, one.details, one.id, one.changed_fields, one.search_fields,
  one.result_count, one.code, one.times, one.recorded_at`
const SPAN = `from audit_record as one
  where one.company_id = $1 and one.recorded_at >= $2 and one.recorded_at < $3 and (one.recorded_at, one.id) > ($4, $5)`
const ORDER = `order by one.recorded_at, one.id limit ${BATCH}`
const ofClinic = sql<RecordRow>(`select ${COLUMNS} ${SPAN} ${ORDER}`)
const ofCaller = sql<RecordRow>(`select ${COLUMNS} ${SPAN} and one.caller = $6 ${ORDER}`)
const ofPatient = sql<RecordRow>(`
  select ${COLUMNS} ${SPAN} and one.patient_ids && files_of_patient($1, $6) and one.caller = coalesce($7, one.caller) ${ORDER}`)

export const startOf = (day: string): string => `${day}T00:00:00.000Z`
export const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY_MS).toISOString()
const dayOf = (instant: string): string => instant.slice(0, 10)

/** Each day of a span of time, with as much of it as lies within. */
function days(from: string, to: string): DaySpan[] {
  const all: DaySpan[] = []
  for (let at = from; at < to; at = endOf(dayOf(at))) {
    const [end = to] = [endOf(dayOf(at)), to].sort()
    all.push({ day: dayOf(at), from: at, to: end })
  }
  return all
}

/** Where a patient's records lie: what is sealed says it, and what is not yet is looked through. */
async function spansOfPatient(tx: Tx, patientId: string, [first, last]: readonly [string, string]): Promise<DaySpan[]> {
  const sealed = await tx.sql(sealedOfPatient([tx.clinic.id, patientId, dayOf(first), dayOf(last)]))
  const [seal] = await tx.sql(lastSeal([tx.clinic.id]))
  const [from = first] = [first, seal?.at ?? first].sort().reverse()
  const together = new Map(sealed.map(span => [span.day, span]))
  for (const span of days(from, last))
    together.set(span.day, { ...span, from: together.get(span.day)?.from ?? span.from })
  return [...together.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** The days in which records of the subject can lie, in their order. */
export async function spansOf(tx: Tx, { patientId, from, to }: Subject): Promise<DaySpan[]> {
  const [oldest] = await tx.sql(firstRecord([tx.clinic.id]))
  if (!oldest) return []
  const [first = oldest.at] = [oldest.at, from ? startOf(from) : oldest.at].sort().reverse()
  const [last = tx.now] = [tx.now, to ? endOf(to) : tx.now].sort()
  return patientId === undefined ? days(first, last) : spansOfPatient(tx, patientId, [first, last])
}

/** The subject's records of a span in the order of their leaves, a batch at a time. */
export async function* recordsOfSubject(inClinic: InOwnClinic, { patientId, caller }: Subject, span: DaySpan) {
  for (let after: readonly [string, string | number] = [span.from, -1]; ; ) {
    const batch = await inClinic(tx => {
      const within = [tx.clinic.id, span.from, span.to, ...after]
      if (patientId !== undefined) return tx.sql(ofPatient([...within, patientId, caller ?? null]))
      return tx.sql(caller === undefined ? ofClinic(within) : ofCaller([...within, caller]))
    })
    const last = batch.at(-1)
    if (!last) return
    yield batch
    if (batch.length < BATCH) return
    after = [last.recorded_at, last.id]
  }
}
