import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../db/statement.ts'
import type { PlatformTx, Tx } from '../../kernel/tx.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type Fault, verifyDay } from './verify-day.ts'
import { verifyHeads } from './verify-heads.ts'

/** How much of what does not fit is kept of a day: where to look. */
const MOST_FAULTS = 20
/** What belongs to no clinic is sealed as if it did; there are no owners to tell. */
const PLATFORM = 'platform'

const knownFaults = sql<{ faults: unknown }>('select faults from audit_day_state where company_id = $1 and id = $2')
const keepState = sql(`
  insert into audit_day_state (company_id, id, created_at, updated_at, size, closed, state, verified_at, faults)
  values ($1, $2, $3, $4, 0, false, $5, $4, $6)
  on conflict (company_id, id) do update
  set state = excluded.state, verified_at = excluded.verified_at, faults = excluded.faults, updated_at = excluded.updated_at`)

interface Verifying {
  asSealer<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
}

/** What came of a day. Whether it is news: that nothing of it was known before. */
async function keep(tx: PlatformTx, companyId: string, day: string, all: readonly Fault[]): Promise<boolean> {
  const faults = all.slice(0, MOST_FAULTS).map(({ kind, where }) => ({ kind, where }))
  const [known] = await tx.sql(knownFaults([companyId, day]))
  const state = faults.length > 0 ? 'BROKEN' : 'OK'
  await tx.sql(keepState([companyId, day, `${day}T00:00:00.000Z`, tx.now, state, JSON.stringify(faults)]))
  return faults.length > 0 && !isDeepStrictEqual(known?.faults, faults)
}

/** Tells the owners what does not fit, by its day and the first record or seal. */
const tell = (tx: Tx, { day, kind, where }: Fault) =>
  raiseAlarm(tx, 'audit_broken', day, {
    day,
    fault: kind,
    ...(where !== null && (kind === 'SEAL' ? { seal: where } : { recordId: where })),
  })

/**
 * Compares days of a clinic's audit with their seals, and all seals with each other. What is found is kept by its day, and
 * the owners are told of what was not known; nothing is sealed anew, and the chain goes on as it is.
 */
export async function verifyClinic(
  { asSealer, inClinic }: Verifying,
  companyId: string,
  days: readonly string[],
  progress: (done: number, broken: readonly string[]) => Promise<void> = async () => undefined,
): Promise<Fault[]> {
  const ofHeads = await asSealer(tx => verifyHeads(tx, companyId))
  const wanted = [...new Set([...days, ...ofHeads.map(({ day }) => day)])].sort()
  const all: Fault[] = []
  for (const [index, day] of wanted.entries()) {
    const found = await asSealer(tx => verifyDay(tx, companyId, day))
    const faults = [...found, ...ofHeads.filter(fault => fault.day === day)]
    const isNews = await asSealer(tx => keep(tx, companyId, day, faults))
    const [first] = faults
    if (isNews && first && companyId !== PLATFORM) await inClinic(companyId, tx => tell(tx, first))
    all.push(...faults)
    await progress(index + 1, [...new Set(all.map(fault => fault.day))])
  }
  return all
}
