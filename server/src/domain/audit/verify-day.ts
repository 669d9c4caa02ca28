import { sql } from '../../db/statement.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import type { HeadRow } from './audit-head.ts'
import { auditId } from './audit-id.ts'
import { leafOf, recordsOf } from './audit-leaf.ts'
import { grown, type Peaks, parted, rootOf } from './merkle-tree.ts'

/** What does not fit its seal: a record that was changed, that was added later, or that is missing; or a seal itself. */
export interface Fault {
  day: string
  kind: 'CHANGED' | 'ADDED' | 'MISSING' | 'SEAL'
  /** The record; of a missing one the record before it, or null where it was the first; of a seal its number. */
  where: string | null
}

type SealedHead = Pick<HeadRow, 'number' | 'size' | 'root' | 'sealed_to' | 'leaves'>

const headsOfDay = sql<SealedHead>(`
  select number, size, root, sealed_to, leaves from audit_head where company_id = $1 and day = $2 order by number`)
const sealedTo = sql<{ at: string }>(`
  select sealed_to as at from audit_head where company_id = $1 order by number desc limit 1`)

const DAY_MS = 86_400_000
/** Records of so long ago may have been ended. */
const PRUNED_AFTER_MONTHS = 72

function mayBePruned(day: string, now: string): boolean {
  const limit = new Date(now)
  limit.setUTCMonth(limit.getUTCMonth() - PRUNED_AFTER_MONTHS)
  return day < limit.toISOString().slice(0, 10)
}

interface Found {
  id: string
  leaf: string
}

/** Each item that is on one side alone, by the last one before it that is on both. */
function alone<Item>(items: readonly Item[], leafOf: (item: Item) => string, others: ReadonlySet<string>) {
  let before: string | null = null
  return items.flatMap(item => {
    if (!others.has(leafOf(item))) return [{ item, before }]
    before = leafOf(item)
    return []
  })
}

/** How the records of a span differ from the hashes that were sealed of them. */
function compare(day: string, sealed: readonly string[], records: readonly Found[]): Fault[] {
  const idOf = new Map(records.map(({ id, leaf }) => [leaf, id]))
  const unknown = alone(records, ({ leaf }) => leaf, new Set(sealed))
  const missing = alone(sealed, leaf => leaf, new Set(idOf.keys()))
  const faults = unknown.map(({ item, before }): Fault => {
    const changed = missing.findIndex(one => one.before === before)
    if (changed >= 0) missing.splice(changed, 1)
    return { day, kind: changed >= 0 ? 'CHANGED' : 'ADDED', where: item.id }
  })
  return [
    ...faults,
    ...missing.map(
      ({ before }): Fault => ({ day, kind: 'MISSING', where: before === null ? null : (idOf.get(before) ?? null) }),
    ),
  ]
}

const hex = (leaf: Buffer): string => leaf.toString('hex')

/** Compares a clinic's day, record by record, with what was sealed of it; nothing is found where all is as it was. */
export async function verifyDay(tx: PlatformTx, companyId: string, day: string): Promise<Fault[]> {
  const found = async (from: string, to: string): Promise<Found[]> =>
    (await recordsOf(tx, { companyId, from, to })).map(row => ({
      id: auditId(row.recorded_at, row.id),
      leaf: hex(leafOf(row)),
    }))
  const start = `${day}T00:00:00.000Z`
  const end = new Date(Date.parse(start) + DAY_MS).toISOString()
  const heads = await tx.sql(headsOfDay([companyId, day]))
  if (heads.length === 0) {
    // Of a day without seals no record may come up once a later one is sealed.
    const [last] = await tx.sql(sealedTo([companyId]))
    const [to = start] = [last?.at ?? start, end].sort()
    return compare(day, [], await found(start, to))
  }
  if (mayBePruned(day, tx.now) && (await found(start, end)).length === 0) return []
  const faults: Fault[] = []
  let [peaks, size, from]: [Peaks, number, string] = [[], 0, start]
  for (const head of heads) {
    const leaves = parted(head.leaves)
    peaks = grown(peaks, size, leaves)
    size += leaves.length
    if (size !== head.size || !rootOf(peaks).equals(head.root))
      faults.push({ day, kind: 'SEAL', where: String(head.number) })
    faults.push(...compare(day, leaves.map(hex), await found(from, head.sealed_to)))
    from = head.sealed_to
  }
  return faults
}
