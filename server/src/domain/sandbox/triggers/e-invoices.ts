import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { invoiceTotals } from '../../billing/invoice-totals.ts'
import { recordAnswer } from '../../einvoices/record-answer.ts'
import { clinicRow, registerForVat, registrationOf, reportTo } from '../../einvoices/registration.ts'
import { createInvoice } from '../../invoicing/create-invoice.ts'
import { releaseInvoice } from '../../invoicing/release-invoice.ts'
import { aWorkplace, newPatient } from '../people.ts'
import type { SandboxWorld } from '../sandbox-world.ts'
import { triggers } from '../trigger.ts'
import { inMinor } from './billed.ts'

const REGISTRATION = {
  name: 'عيادة تجريبية (مخترعة)',
  vatNumber: '300000000000003',
  crnNumber: '1010000000',
  city: 'Riyadh',
}

/** Has the clinic report its invoices, unless it does. */
async function report(tx: Tx): Promise<void> {
  const clinic = await clinicRow(tx)
  if (clinic.e_invoice_provider !== null) return
  if (!registrationOf(clinic)) await registerForVat(tx, REGISTRATION)
  await reportTo(tx, 'sandbox')
}

/** The least price from 100 on with which the total ends so. */
function priceFor(tx: Tx, ending: number): number {
  const { taxPercent } = tx.clinic
  const totalOf = (unitMinor: number) => invoiceTotals({ lines: [{ unitMinor, quantity: 1, taxPercent }] }).totalMinor
  const least = inMinor(tx, 100)
  const prices = Array.from({ length: 1_000 }, (_, more) => least + more)
  return prices.find(unitMinor => totalOf(unitMinor) % 100 === ending) ?? least
}

const submissionOf = sql<{ id: string }>(`
  select id from einvoice_submission where company_id = $1 and invoice_id = $2 order by attempt_number desc limit 1`)

/** The sandbox authority rejects totals that end in .13. */
const REJECTED_ENDING = 13
const CLEARED_ENDING = 0

/** Hands an invoice over, sends its document, and keeps the answer. */
const release = (ending: number) => async (tx: Tx, set: { patientId?: string }, world: SandboxWorld) => {
  await report(tx)
  const { branchId, doctorId } = await aWorkplace(tx)
  const patientId = set.patientId ?? (await newPatient(tx)).id
  const lines = [{ name: 'Check-up', unitMinor: priceFor(tx, ending), taxPercent: tx.clinic.taxPercent }]
  const { id: invoiceId } = await createInvoice(tx, { patientId, branchId, doctorId, lines, release: false })
  await releaseInvoice(tx, { id: invoiceId })
  const [submission] = await tx.sql(submissionOf([tx.clinic.id, invoiceId]))
  // Loaded with the first document, for the XML library that it needs.
  const { beginSubmission } = await import('../../einvoices/begin-submission.ts')
  const toSend = submission && (await beginSubmission(tx, submission.id))
  if (!toSend) throw new Error('An invoice that was handed over is not reported.')
  const { provider, document } = toSend
  const answer = await world.authorities.connect(provider, tx.clinic).submit(document)
  await recordAnswer(tx, submission.id, answer)
}

export const eInvoiceTriggers = triggers({
  'einvoice.submitted': release(CLEARED_ENDING),
  'einvoice.cleared': release(CLEARED_ENDING),
  'einvoice.rejected': release(REJECTED_ENDING),
})
