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
const unsigned = sql<{ is: boolean }>(`
  select exists (select from consent_form where company_id = $1 and patient_id = $2 and sign_required and not signed
    and (expires_at is null or expires_at > $3)) as is`)

/** What is billed already, which references were used before, and whether a consent is not signed. */
export async function warningsFor(
  tx: Tx,
  { patientId, references = [] }: Wish,
  billed: readonly string[],
): Promise<Warning[]> {
  const [taken, [open]] = await Promise.all([
    references.length === 0 ? [] : tx.sql(used([tx.clinic.id, references])),
    tx.sql(unsigned([tx.clinic.id, patientId, tx.now])),
  ])
  return [
    ...billed.map(treatmentId => ({ code: 'ALREADY_BILLED' as const, treatmentId, reference: null })),
    ...taken.map(({ reference }) => ({ code: 'REFERENCE_USED' as const, treatmentId: null, reference })),
    ...(open?.is ? [{ code: 'CONSENT_UNSIGNED' as const, treatmentId: null, reference: null }] : []),
  ]
}
