import { recordAnswer } from '../domain/einvoices/record-answer.ts'
import { eInvoiceSubmission } from '../domain/einvoices/report-invoice.ts'
import type { TaxAuthorities } from '../domain/einvoices/tax-authority.ts'
import { taxAuthorities } from '../providers/einvoice/authorities.ts'
import { clinicJob, type Job } from './job.ts'

/** Seals a document, sends it, and keeps the answer: three steps, so that no transaction waits for the authority. */
export const submitEInvoiceTo = (authorities: TaxAuthorities): Job =>
  clinicJob(eInvoiceSubmission, async ({ inClinic }, { companyId, submissionId }) => {
    // Loaded with the first document, for the XML library that it needs.
    const { beginSubmission } = await import('../domain/einvoices/begin-submission.ts')
    const begun = await inClinic(companyId, async tx => ({
      toSend: await beginSubmission(tx, submissionId),
      clinic: tx.clinic,
    }))
    if (!begun.toSend) return
    const { provider, document } = begun.toSend
    const answer = await authorities.connect(provider, begun.clinic).submit(document)
    await inClinic(companyId, tx => recordAnswer(tx, submissionId, answer))
  })

export const submitEInvoice = submitEInvoiceTo(taxAuthorities)
