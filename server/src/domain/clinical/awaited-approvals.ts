import type { AWAITED } from '@clinic/contract/staff/treatment-approvals.ts'
import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { coverageEnded } from '../insurance/insured.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import type { TreatmentRow } from './treatment.ts'

/** A treatment that waits for an insurer, with whose it is and who is asked. */
export interface AwaitedApproval extends TreatmentRow {
  first_name: string | null
  last_name: string | null
  file_number: number | null
  insurer_id: string | null
  insurer: string | null
}

const SHOWN = `select t.*, patient.first_name, patient.last_name, patient.file_number, insurer.id as insurer_id,
    insurer.name as insurer
  from treatment t
  join patient on patient.company_id = t.company_id and patient.id = t.patient_id and patient.deleted_at is null
  left join insurance_company insurer on insurer.company_id = t.company_id
    and insurer.id = coalesce(t.insurance_company_id, patient.insurance_company_id)`
const NARROWED = `($3::text is null or insurer.id = $3) and ($4::text[] is null or ${inSightOf('$4', 'patient')})`

/** What an insurer said no to is of interest as long as it may be asked again. */
const ASKED = `${SHOWN}
  where t.company_id = $1 and t.approval_required and not t.approved
    and t.status = any(case when t.approval_denied_at is null
      then array['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'EXISTING', 'CONDITION'] else array['PLANNED', 'IN_PROGRESS'] end)
    and ($2::text is null or $2 = case when t.approval_denied_at is null then 'REQUESTED' else 'DENIED' end)
    and ${NARROWED}
  order by t.created_at, t.id limit 200`

/** Of what the insurer of the patient bears what it bears once it has approved it alone; of who bears nothing, nothing is asked. */
const NOT_ASKED = `${SHOWN}
  join procedure on procedure.company_id = t.company_id and procedure.id = t.procedure_id
    and procedure.approval_required and procedure.covered
  join insurance_company bearer on bearer.company_id = t.company_id and bearer.id = patient.insurance_company_id
  left join policy_class class on class.company_id = t.company_id and class.id = patient.insurance_class_id
  left join insurance_policy policy on policy.company_id = t.company_id and policy.id = patient.insurance_policy_id
  where t.company_id = $1 and t.status in ('PLANNED', 'IN_PROGRESS') and not t.approved and not t.approval_required
    and coalesce(class.approval_required, bearer.approval_required) and not (${coverageEnded('$5', '$6')})
    and ($2::text is null or $2 = 'NONE') and ${NARROWED}
  order by t.created_at, t.id limit 200`

const awaited = sql<AwaitedApproval>(`
  select * from ((${ASKED}) union all (${NOT_ASKED})) as t order by t.created_at, t.id limit 200`)

interface Asked {
  approval?: (typeof AWAITED)[number] | undefined
  insuranceCompanyId?: string | undefined
}

/** What waits for an insurer, of the patients whom the member sees, oldest first. */
export async function awaitedApprovals(tx: Tx, { approval, insuranceCompanyId }: Asked): Promise<AwaitedApproval[]> {
  if (insuranceCompanyId !== undefined) await tx.get('insurance_company', insuranceCompanyId)
  const today = localDate(Date.parse(tx.now), tx.clinic.timeZone)
  return tx.sql(awaited([tx.clinic.id, approval ?? null, insuranceCompanyId ?? null, branchesOf(tx), tx.now, today]))
}
