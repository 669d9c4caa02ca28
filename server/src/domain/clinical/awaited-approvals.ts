import type { AWAITED } from '@clinic/contract/staff/treatment-approvals.ts'
import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import type { Tx } from '../../kernel/tx.ts'
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

/** What an insurer said no to is of interest as long as it may be asked again. */
const awaited = sql<AwaitedApproval>(`
  select t.*, patient.first_name, patient.last_name, patient.file_number, insurer.id as insurer_id, insurer.name as insurer
  from treatment t
  join patient on patient.company_id = t.company_id and patient.id = t.patient_id and patient.deleted_at is null
  left join insurance_company insurer on insurer.company_id = t.company_id
    and insurer.id = coalesce(t.insurance_company_id, patient.insurance_company_id)
  where t.company_id = $1 and t.approval_required and not t.approved
    and t.status = any(case when t.approval_denied_at is null
      then array['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'EXISTING', 'CONDITION'] else array['PLANNED', 'IN_PROGRESS'] end)
    and ($2::text is null or $2 = case when t.approval_denied_at is null then 'REQUESTED' else 'DENIED' end)
    and ($3::text is null or insurer.id = $3)
    and ($4::text[] is null or ${inSightOf('$4', 'patient')})
  order by t.created_at, t.id limit 200`)

interface Asked {
  approval?: (typeof AWAITED)[number] | undefined
  insuranceCompanyId?: string | undefined
}

/** What waits for an insurer, of the patients whom the member sees, oldest first. */
export async function awaitedApprovals(tx: Tx, { approval, insuranceCompanyId }: Asked): Promise<AwaitedApproval[]> {
  if (insuranceCompanyId !== undefined) await tx.get('insurance_company', insuranceCompanyId)
  return tx.sql(awaited([tx.clinic.id, approval ?? null, insuranceCompanyId ?? null, branchesOf(tx)]))
}
