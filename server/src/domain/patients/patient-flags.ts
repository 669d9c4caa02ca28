import type { PATIENT_FLAGS } from '@clinic/contract/staff/patients.ts'
import { type Build, sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

type Flag = (typeof PATIENT_FLAGS)[number]

const OF = 'company_id = t.company_id and'
/** Asked of each row of a page: without it all that have the flag may be read beforehand. */
const ONE_BY_ONE = 'offset 0'
/** How a list is narrowed to patients with a flag: by their ids where they are few, else as it is walked. */
export const FLAGGED = {
  flaggedIds: (value: string) => `t.id = any(${value})`,
  balance: (value: string) =>
    `exists (select from invoice where ${OF} patient_id = t.id and pending_minor > 0 ${ONE_BY_ONE}) = ${value}`,
  alert: (value: string) =>
    `exists (select from patient_alert where ${OF} patient_id = t.id and ended_at is null ${ONE_BY_ONE}) = ${value}`,
  suspect: (value: string) =>
    `(exists (select from patient_suspect where ${OF} patient_id = t.id and state = 'OPEN' ${ONE_BY_ONE})
      or exists (select from patient_suspect where ${OF} other_id = t.id and state = 'OPEN' ${ONE_BY_ONE})) = ${value}`,
}

/** Up to here the ids are read and sorted; above, so many have the flag that a walk of the list soon has a page of them. */
const FEW = 1000
const idsOf = (rows: string) =>
  sql<{ ids: string[] }>(`select array(${rows} limit ${FEW + 1}) as ids where $1::text is not null`)
const FIND: Readonly<Record<Flag, Build<{ ids: string[] }>>> = {
  balance: idsOf('select distinct patient_id from invoice where company_id = $1 and pending_minor > 0'),
  alert: idsOf('select distinct patient_id from patient_alert where company_id = $1 and ended_at is null'),
  suspect: idsOf(`select patient_id from patient_suspect where company_id = $1 and state = 'OPEN'
    union select other_id from patient_suspect where company_id = $1 and state = 'OPEN'`),
}
const RIGHT = {
  balance: 'balances:read',
  alert: 'records:read',
  suspect: 'patients:manage',
} as const satisfies Record<Flag, string>

/** What a flag means for the list of patients. It tells something of them, and so asks for who may see that. */
export async function flagged(
  tx: Tx,
  flag: Flag | undefined,
): Promise<{ flaggedIds?: string[] } & Partial<Record<Flag, true>>> {
  if (flag === undefined) return {}
  if (!tx.caller.holds(`may:${RIGHT[flag]}`)) refuse('not_permitted', { permission: RIGHT[flag] })
  const [found] = await tx.sql(FIND[flag]([tx.clinic.id]))
  const ids = found?.ids ?? []
  return ids.length > FEW ? { [flag]: true } : { flaggedIds: ids }
}
