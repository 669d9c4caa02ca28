import type { CHECKOUT_WARNINGS } from '@clinic/contract/staff/checkout-preview.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Wish } from './wish.ts'

/** Something to look at before a checkout; it refuses nothing. */
export interface Warning {
  code: (typeof CHECKOUT_WARNINGS)[number]
  treatmentId: string | null
  reference: string | null
}

const used = sql<{ reference: string | null }>(
  'select distinct reference from payment where company_id = $1 and reference = any($2) order by reference',
)

const IN_TIME = (form: string) => `(${form}.expires_at is null or ${form}.expires_at > $3)`

/** A form waits for a signature, or something that is billed, or that the visit is for, is signed for first and is not. */
const unsigned = sql<{ is: boolean }>(`
  select exists (select from consent_form as form where form.company_id = $1 and form.patient_id = $2
    and form.sign_required and not form.signed and ${IN_TIME('form')})
  or exists (
    select from procedure as done where done.company_id = $1 and done.consent_template_id is not null
      and (done.id = any($4) or done.id = any(array(
        select unnest(procedure_ids) from appointment where company_id = $1 and id = $5)))
      and not exists (select from consent_form as given where given.company_id = $1 and given.patient_id = $2
        and given.template_id = done.consent_template_id and given.signed and ${IN_TIME('given')})) as is`)

interface Lines {
  /** Treatments that another invoice has. */
  billed: readonly string[]
  /** What the lines are of. */
  procedureIds: readonly string[]
}

/** What is billed already, which references were used before, and whether a consent is not signed. */
export async function warningsFor(
  tx: Tx,
  { patientId, appointmentId, references = [] }: Wish,
  { billed, procedureIds }: Lines,
): Promise<Warning[]> {
  const [taken, [open]] = await Promise.all([
    references.length === 0 ? [] : tx.sql(used([tx.clinic.id, references])),
    tx.sql(unsigned([tx.clinic.id, patientId, tx.now, procedureIds, appointmentId ?? null])),
  ])
  return [
    ...billed.map(treatmentId => ({ code: 'ALREADY_BILLED' as const, treatmentId, reference: null })),
    ...taken.map(({ reference }) => ({ code: 'REFERENCE_USED' as const, treatmentId: null, reference })),
    ...(open?.is ? [{ code: 'CONSENT_UNSIGNED' as const, treatmentId: null, reference: null }] : []),
  ]
}
