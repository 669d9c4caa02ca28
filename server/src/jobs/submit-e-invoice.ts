import { recordAnswer } from '../domain/einvoices/record-answer.ts'
import { recordFailedTry } from '../domain/einvoices/record-failed-try.ts'
import { eInvoiceSubmission } from '../domain/einvoices/report-invoice.ts'
import { MOST_TRIES } from '../domain/einvoices/submission.ts'
import type { TaxAuthorities } from '../domain/einvoices/tax-authority.ts'
import { taxAuthorities } from '../providers/einvoice/authorities.ts'
import { clinicJob, type Job, type JobRun } from './job.ts'

interface Submission {
  companyId: string
  submissionId: string
}

/**
 * Seals a document, sends it, and keeps the answer, or that there was none: three steps, so that no transaction waits for
 * the authority. What is used up without an answer is said to be so, even where the last try ended with its process.
 */
export const submitEInvoiceTo = (authorities: TaxAuthorities): Job =>
  clinicJob(eInvoiceSubmission, async (run, submission) => {
    const { companyId, submissionId: id } = submission
    const failed = (failure: string | null) =>
      run.inClinic(companyId, tx => recordFailedTry(tx, id, { tries: run.attempt, failure }))
    if (run.attempt > MOST_TRIES) return failed(null)
    const attempt = await tried(authorities, run, submission)
    if (attempt === undefined) return
    await failed(attempt.failure)
    if (run.attempt < MOST_TRIES) throw attempt.error
    run.log.error({ err: attempt.error, submissionId: id }, 'an e-invoice was never answered')
  })

/** Nothing where it was answered, or nothing is to be sent any more. */
async function tried(authorities: TaxAuthorities, { inClinic }: JobRun, { companyId, submissionId: id }: Submission) {
  let failure: string | null = null
  try {
    // Loaded with the first document, for the XML library that it needs.
    const { beginSubmission } = await import('../domain/einvoices/begin-submission.ts')
    const begun = await inClinic(companyId, async tx => ({ toSend: await beginSubmission(tx, id), clinic: tx.clinic }))
    if (!begun.toSend) return
    const { provider, document } = begun.toSend
    const answer = await authorities
      .connect(provider, begun.clinic)
      .submit(document)
      .catch((error: unknown) => {
        // What fails on our side tells the staff nothing, and stands in the log.
        failure = error instanceof Error ? error.message : null
        throw error
      })
    await inClinic(companyId, tx => recordAnswer(tx, id, answer))
  } catch (error) {
    return { error, failure }
  }
}

export const submitEInvoice = submitEInvoiceTo(taxAuthorities)
