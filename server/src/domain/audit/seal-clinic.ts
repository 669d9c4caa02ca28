import { sql } from '../../db/statement.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { type HeadRow, headHash, signedText, type UnsignedHead } from './audit-head.ts'
import { leafOf, recordsOf, type Span } from './audit-leaf.ts'
import { grown, joined, parted, rootOf } from './merkle-tree.ts'
import type { SigningKey } from './signing-key.ts'

export const MOST_RECORDS = 5_000
const DAY_MS = 86_400_000

const takeTurns = sql(`select pg_advisory_xact_lock(hashtextextended('seal audit ' || $1, 0))`)
const lastHead = sql<HeadRow>(`
  select company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id, signature, leaves,
    peaks
  from audit_head where company_id = $1 order by number desc limit 1`)
const nextRecord = sql<{ at: string }>(`
  select recorded_at as at from audit_record where company_id = $1 and recorded_at >= $2 and recorded_at < $3
  order by recorded_at limit 1`)
/** Where a head ends that would be too large: behind all records of that millisecond. */
const cutAt = sql<{ at: string }>(`
  select recorded_at + interval '1 millisecond' as at from audit_record
  where company_id = $1 and recorded_at >= $2 and recorded_at < $3 order by recorded_at, id offset $4 limit 1`)
const guardedAt = sql<{ at: string }>('select audit_guarded_at as at from retention')
const addHead = sql(`
  insert into audit_head
    (company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id, signature, leaves, peaks)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`)
const addPatients = sql(`
  insert into audit_of_patient as known (company_id, patient_id, day, caller, records, operations, first_at, last_at)
  select company_id, patient_id, $4, caller, sum(times), array_agg(distinct array_to_string(operation || field_scopes, ' ')),
    min(recorded_at), max(recorded_at)
  from audit_record cross join unnest(patient_ids) as patient_id
  where company_id = $1 and recorded_at >= $2 and recorded_at < $3
  group by company_id, patient_id, caller
  order by company_id, patient_id, caller
  on conflict (company_id, patient_id, day, caller) do update
  set records = known.records + excluded.records, last_at = excluded.last_at,
    -- Hardly ever is one new, and putting them in order is most of what an update costs.
    operations = case when known.operations @> excluded.operations then known.operations
      else array(select distinct unnest(known.operations || excluded.operations) order by 1) end`)

const addDay = sql(`
  insert into audit_day_state as known (company_id, id, created_at, updated_at, size, closed)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (company_id, id) do update
  set size = excluded.size, closed = excluded.closed, updated_at = excluded.updated_at`)

const dayOf = (instant: string): string => instant.slice(0, 10)
const startOf = (day: string): string => `${day}T00:00:00.000Z`
const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY_MS).toISOString()
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** What is sealed next: the rest of the day that is open, or else from the next record on. */
async function nextSpan(tx: PlatformTx, last: HeadRow | undefined, companyId: string, horizon: string) {
  if (last && !last.closing) return { day: last.day, from: last.sealed_to }
  const [record] = await tx.sql(nextRecord([companyId, last?.sealed_to ?? '-infinity', horizon]))
  return record && { day: dayOf(record.at), from: startOf(dayOf(record.at)) }
}

/**
 * Adds one head over what was recorded before `horizon`, behind which no transaction under way can still add a record. Says
 * whether there may be more to seal. Several workers take turns; what is sealed depends on the records alone.
 */
export async function sealNext(
  tx: PlatformTx,
  companyId: string,
  { horizon, key, most = MOST_RECORDS }: { horizon: string; key: SigningKey; most?: number },
): Promise<boolean> {
  await tx.sql(takeTurns([companyId]))
  const [last] = await tx.sql(lastHead([companyId]))
  const next = await nextSpan(tx, last, companyId, horizon)
  if (!next) return false
  const { day, from } = next
  const end = earlier(endOf(day), horizon)
  const [cut] = await tx.sql(cutAt([companyId, from, end, most - 1]))
  const span: Span = { companyId, from, to: earlier(cut?.at ?? end, end) }
  const records = await recordsOf(tx, span)
  const leaves = records.map(leafOf)
  const closing = span.to === endOf(day)
  if (leaves.length === 0 && !closing) return false
  const head = await grownHead(tx, last, { day, span, leaves, key, first: records[0]?.recorded_at })
  const { company_id, number, size, root, previous, sealed_at, sealed_to, imported, key_id } = head
  const told = [company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id]
  await tx.sql(addHead([...told, key.sign(signedText(head)), joined(leaves), joined(head.peaks)]))
  await tx.sql(addPatients([companyId, span.from, span.to, day]))
  await tx.sql(addDay([companyId, day, startOf(day), tx.now, size, closing]))
  return span.to < horizon
}

interface Growth {
  day: string
  span: Span
  leaves: readonly Buffer[]
  /** When the first of the records was taken in. */
  first: string | undefined
  key: SigningKey
}

/** The head after `last`, before it is signed. */
async function grownHead(tx: PlatformTx, last: HeadRow | undefined, { day, span, leaves, first, key }: Growth) {
  const [guarded] = await tx.sql(guardedAt([]))
  const open = last?.day === day ? last : undefined
  const size = open?.size ?? 0
  const peaks = grown(open ? parted(open.peaks) : [], size, leaves)
  const head: UnsignedHead = {
    company_id: span.companyId,
    number: (last?.number ?? 0) + 1,
    day,
    size: size + leaves.length,
    root: rootOf(peaks),
    previous: last ? headHash(last) : null,
    sealed_at: tx.now,
    sealed_to: span.to,
    closing: span.to === endOf(day),
    imported: (open?.imported ?? false) || (first !== undefined && first < String(guarded?.at)),
    key_id: key.id,
  }
  return { ...head, peaks }
}
