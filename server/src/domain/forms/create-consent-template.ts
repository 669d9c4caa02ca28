import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { ConsentTemplateRow } from './consent-form.ts'

export interface NewConsentTemplate {
  name: string
  body: string
  signRequired?: boolean
  /** How long a consent may be signed after it was prepared. */
  validDays?: number | null
}

export async function createConsentTemplate(tx: Tx, input: NewConsentTemplate): Promise<ConsentTemplateRow> {
  return tx.add('consent_template', {
    id: newId('cnt', Date.parse(tx.now)),
    name: input.name,
    body: input.body,
    sign_required: input.signRequired ?? true,
    valid_days: input.validDays ?? null,
  })
}
