import { cancelLink } from '../../server/src/domain/billing/close-payment-links.ts'
import { makePaymentLink } from '../../server/src/domain/billing/create-payment-link.ts'
import { MOST_TRIES } from '../../server/src/domain/einvoices/submission.ts'
import { createInvoice } from '../../server/src/domain/invoicing/create-invoice.ts'
import { submitEInvoiceTo } from '../../server/src/jobs/submit-e-invoice.ts'
import { newId } from '../../server/src/kernel/values/ids.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../server/test/support/app/jobs.ts'
import { reportToSandbox } from '../../server/test/support/clinic/e-invoicing.ts'
import { payerAt, payingOnline, sandboxOf } from '../../server/test/support/clinic/online-payments.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>

/** A link that failed, one that is open, one that was paid and one that was closed. */
export async function seedOnline(
  app: TestApp,
  clinic: Clinic,
  { branch, patient, doctor }: Record<'branch' | 'patient' | 'doctor', { id: string }>,
) {
  await payingOnline(app, clinic)
  const whose = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const gateways = { connect: () => sandboxOf(clinic) }
  const bill = (price: number) =>
    app.write(clinic, tx => createInvoice(tx, { ...whose, lines: [{ name: 'Whitening', unitMinor: price }] }))
  const link = async (price: number) => {
    const { id: invoiceId } = await bill(price)
    return app.write(clinic, tx => makePaymentLink(tx, { id: newId('opy'), invoiceId }, gateways))
  }
  const choose = ({ link_token }: { link_token: string }, what: string) =>
    payerAt(app, `${app.url}/pay/${link_token}`).choose(what)
  const [failed, open, paid, closed] = [await link(140_000), await link(35_000), await link(20_000), await link(12_000)]
  await choose(failed, 'decline')
  await choose(paid, 'pay')
  await app.write(clinic, tx => cancelLink(tx, { id: closed.id, reason: 'Pays at the desk' }))
  return { failedId: failed.id, openId: open.id, paidId: paid.id, invoiceId: failed.invoice_id }
}

/** An invoice that the tax authority rejected, and one that it has not answered yet. */
export async function seedRejected(
  app: TestApp,
  clinic: Clinic,
  { branch, patient, doctor }: Record<'branch' | 'patient' | 'doctor', { id: string }>,
) {
  await reportToSandbox(app, { clinic })
  const whose = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const lines = [{ name: 'Scaling', unitMinor: 10_013, taxPercent: 0 }]
  const rejected = await app.write(clinic, tx => createInvoice(tx, { ...whose, lines }))
  await runJobs(app)
  await app.write(clinic, tx => createInvoice(tx, { ...whose, lines }))
  return { invoiceId: rejected.id, number: rejected.reference_id }
}

/** What waits is sent to an authority that never answers, until all tries are used up. */
export async function neverAnswered(app: TestApp): Promise<void> {
  const submit = () => Promise.reject(new Error('Gateway <b>closed</b>'))
  const jobs = [submitEInvoiceTo({ connect: () => ({ submit }) })]
  for (let round = 0; round < MOST_TRIES; round++) {
    await runJobs(app, { jobs })
    await hastenJobs(app)
  }
}
