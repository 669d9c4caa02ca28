import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import type { Tx } from '../../kernel/tx.ts'
import { today } from '../books/move-money.ts'

/** What is owed, in minor units, by its age in days since it was issued. */
export interface Aged {
  days30: number
  days60: number
  days90: number
  older: number
}

export interface AgedPatient extends Aged {
  patient_id: string
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

export interface AgedInsurer extends Aged {
  insurance_company_id: string
  insurer: string
}

const MOST_PATIENTS = 200

const within = (column: string, from: number, to: number | null) =>
  `coalesce(sum(minor) filter (where age >= ${from}${to === null ? '' : ` and age <= ${to}`}), 0)::bigint as ${column}`
const BUCKETS = [
  within('days30', 0, 30),
  within('days60', 31, 60),
  within('days90', 61, 90),
  within('older', 91, null),
].join(', ')
const ageOf = (invoice: string) => `$2::date - (${invoice}.released_at at time zone clinic.time_zone)::date as age`

/** At all branches, or at those of the parameter. */
const at = (branches: string) => `(${branches}::text[] is null or i.branch_id = any(${branches}))`

const OWED_BY_PATIENTS = `
  select i.patient_id, i.pending_minor as minor, ${ageOf('i')}
  from invoice i join clinic on clinic.company_id = i.company_id
  where i.company_id = $1 and i.released_at is not null and i.pending_minor > 0 and ${at('$3')}`

/**
 * What is on no claim, and what is left of claims that are not settled: each with what else is asked of it. Without offset 0 the
 * items and invoices of all claims of all years may be read for those of the open ones.
 */
export const owedByInsurers = (branches: string, also = ''): string => `
  select i.insurance_company_id, i.insurance_minor as minor${also}
  from invoice i join clinic on clinic.company_id = i.company_id
  where i.company_id = $1 and i.claim_id is null and i.insurance_minor > 0 and i.released_at is not null
    and i.insurance_company_id is not null and ${at(branches)}
  union all
  select claim.insurance_company_id, item.claimed_minor - item.received_minor - item.rejected_minor${also}
  from claim join clinic on clinic.company_id = claim.company_id
  cross join lateral (select * from claim_item where company_id = claim.company_id and claim_id = claim.id offset 0) item
  cross join lateral (select * from invoice where company_id = claim.company_id and id = item.invoice_id offset 0) i
  where claim.company_id = $1 and claim.status <> 'FULLY_CLAIMED' and ${at(branches)}`
const OWED_BY_INSURERS = owedByInsurers('$3', `, ${ageOf('i')}`)

const patients = sql<AgedPatient>(`
  select owed.*, patient.first_name, patient.last_name, patient.file_number from (
    select patient_id, ${BUCKETS} from (${OWED_BY_PATIENTS}) of_each
    group by patient_id order by sum(minor) desc, patient_id limit ${MOST_PATIENTS}) owed
  left join patient on patient.company_id = $1 and patient.id = owed.patient_id
  order by owed.days30 + owed.days60 + owed.days90 + owed.older desc, owed.patient_id`)
const allPatients = sql<Aged>(`select ${BUCKETS} from (${OWED_BY_PATIENTS}) of_each`)
const insurers = sql<AgedInsurer>(`
  select owed.*, insurer.name as insurer from (
    select insurance_company_id, ${BUCKETS} from (${OWED_BY_INSURERS}) of_each
    where minor > 0 group by insurance_company_id) owed
  join insurance_company insurer on insurer.company_id = $1 and insurer.id = owed.insurance_company_id
  order by owed.days30 + owed.days60 + owed.days90 + owed.older desc, insurer.id`)

const NONE: Aged = { days30: 0, days60: 0, days90: 0, older: 0 }

/** What patients and insurers owe of what was issued at the branches in sight, or at one of them. */
export async function agingOf(tx: Tx, { branchId }: { branchId?: string }) {
  if (branchId !== undefined) await tx.get('branch', branchId)
  const date = today(tx)
  const about = [tx.clinic.id, date, branchId === undefined ? branchesOf(tx) : [branchId]]
  const [ofPatients, [all = NONE], ofInsurers] = await Promise.all([
    tx.sql(patients(about)),
    tx.sql(allPatients(about)),
    tx.sql(insurers(about)),
  ])
  return { date, patients: ofPatients, patientsTotal: all, insurers: ofInsurers, insurersTotal: sumOf(ofInsurers) }
}

const sumOf = (rows: readonly Aged[]): Aged =>
  rows.reduce(
    (sum, row) => ({
      days30: sum.days30 + row.days30,
      days60: sum.days60 + row.days60,
      days90: sum.days90 + row.days90,
      older: sum.older + row.older,
    }),
    NONE,
  )
