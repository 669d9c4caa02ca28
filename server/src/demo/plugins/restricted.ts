import { sql } from '../../db/statement.ts'
import { restrictPatient } from '../../domain/privacy/restrict-patient.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { LoginPlan } from '../logins.ts'

const settled = sql<{ id: string; file_number: number }>(`
  select id, file_number from patient
  where company_id = $1 and deleted_at is null and not is_lead
    and exists (select from encounter where encounter.company_id = $1 and encounter.patient_id = patient.id)
    and not exists (select from appointment where appointment.company_id = $1 and appointment.patient_id = patient.id
      and ends_at > $2 and status not in ('CANCELED', 'NOSHOW', 'COMPLETED'))
    and not exists (select from invoice where invoice.company_id = $1 and invoice.patient_id = patient.id and pending_minor > 0)
  order by file_number limit 1`)

/** A patient who asked to be forgotten, once nothing is to come and nothing to pay; the owner restricted the file. */
export async function restrictOne(tx: Tx, owner: LoginPlan): Promise<void> {
  const [patient] = await tx.sql(settled([tx.clinic.id, tx.now]))
  if (!patient) throw new Error('Every patient of the demo has something to come or to pay.')
  const caller = { kind: 'staff', id: owner.userId, tokenId: null, holds: () => true } as const
  await restrictPatient(
    { ...tx, caller },
    { id: patient.id, reason: 'Asked for it in writing on moving abroad.', confirm: String(patient.file_number) },
  )
}
