import { CreditNotePaper, Receipt } from '@clinic/contract/staff/receipts.ts'
import { linkState, type PatientLinkRow } from '../domain/links/patient-link.ts'
import { presenter } from '../kernel/presenter.ts'

interface ShownReceipt {
  id: string
  patient_id: string
  html: string
  link: PatientLinkRow | undefined
  read_at: string
}

export const presentReceipt = presenter<ShownReceipt, typeof Receipt>(Receipt, {
  link: ({ link, read_at }) =>
    link ? { id: link.id, state: linkState(link, read_at), expiresAt: link.expires_at } : null,
})

type ShownCreditNote = Omit<ShownReceipt, 'link'> & { invoice_id: string }

export const presentCreditNotePaper = presenter<ShownCreditNote, typeof CreditNotePaper>(CreditNotePaper)
