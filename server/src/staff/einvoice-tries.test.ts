import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getEInvoiceDocument,
  getEInvoiceQueue,
  listEInvoiceReports,
  retryEInvoiceReport,
} from '@clinic/contract/staff/einvoice-reports.ts'
import { getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { MOST_TRIES } from '../domain/einvoices/submission.ts'
import type { AuthorityAnswer, SealedDocument } from '../domain/einvoices/tax-authority.ts'
import { submitEInvoiceTo } from '../jobs/submit-e-invoice.ts'
import { sandboxAuthority } from '../providers/einvoice/sandbox.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic } = practice
await reportToSandbox(app, practice)

const staff = async () => {
  const { cookie } = await staffMember(app, clinic, 'accountant')
  return staffClient(app, () => cookie)
}
const [accountant, colleague] = [await staff(), await staff()]
const reportOf = async (invoiceId: string) =>
  (await accountant.all(listEInvoiceReports, { invoiceId }))[0] ?? assert.fail()
const queue = async () => {
  const { waiting, unanswered } = (await accountant.call(getEInvoiceQueue, {})).body.data
  return { waiting, unanswered }
}
const eventsOf = async (id: string) =>
  (await app.sql<{ type: string }>("select type from event where data->>'id' = $1 order by id", [id])).map(
    ({ type }) => type,
  )

/** An authority that does as told with each document, and what it was sent. */
function authority(answer: (document: SealedDocument) => Promise<AuthorityAnswer>) {
  const sent: string[] = []
  const submit = (document: SealedDocument) => {
    sent.push(`${document.uuid} ${document.hash}`)
    return answer(document)
  }
  return { sent, job: submitEInvoiceTo({ connect: () => ({ submit }) }) }
}
const silent = () => authority(() => Promise.reject(new Error('The gateway timed out <504>')))

type Report = ReturnType<typeof submitEInvoiceTo>
async function runTimes(job: Report, times: number): Promise<void> {
  for (let round = 0; round < times; round++) {
    await runJobs(app, { jobs: [job] })
    await hastenJobs(app)
  }
}

test('what is not answered in 12 tries is said to be so, with what came instead, and is sent no more by itself', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const { job, sent } = silent()
  await runTimes(job, MOST_TRIES - 1)
  const before = await reportOf(invoiceId)
  assert.deepEqual([before.tries, before.givenUpAt, before.allowed], [11, null, ['DOWNLOAD']])
  assert.deepEqual(await queue(), { waiting: 1, unanswered: 0 })
  await runTimes(job, 4)
  assert.equal(sent.length, MOST_TRIES)
  const { id, status, tries, lastFailure, givenUpAt, allowed } = await reportOf(invoiceId)
  assert.deepEqual([status, tries, lastFailure], ['IN_PROGRESS', 12, 'The gateway timed out <504>'])
  assert.deepEqual([givenUpAt !== null, allowed], [true, ['RETRY', 'DOWNLOAD']])
  assert.deepEqual(await queue(), { waiting: 0, unanswered: 1 })
  const ids = async (query: object) => (await accountant.all(listEInvoiceReports, query)).map(each => each.id)
  assert.deepEqual([await ids({ failed: true }), await ids({ waiting: true })], [[id], []])
  assert.equal((await accountant.call(getClinicInvoice, { id: invoiceId })).body.data.failedReportId, id)
  assert.deepEqual(await eventsOf(id), [])
})

test('of two who have it sent again one does: the same document goes out once, by its number, with 12 new tries', async () => {
  const [report] = await accountant.all(listEInvoiceReports, { failed: true })
  const { id = '', invoiceId } = report ?? {}
  const document = (await accountant.call(getEInvoiceDocument, { id })).body.data
  const answers = await Promise.all([accountant, colleague].map(one => one.call(retryEInvoiceReport, { id })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  const again = answers.find(({ status }) => status === 201)?.body.data
  assert.deepEqual([again?.id, again?.tries, again?.givenUpAt, again?.lastFailure], [id, 0, null, null])
  assert.deepEqual(await queue(), { waiting: 1, unanswered: 0 })
  const still = silent()
  await runTimes(still.job, MOST_TRIES + 1)
  assert.equal(still.sent.length, MOST_TRIES)
  await accountant.call(retryEInvoiceReport, { id })
  const answering = authority(one => sandboxAuthority.submit(one))
  await runTimes(answering.job, 2)
  assert.deepEqual(new Set([...still.sent, ...answering.sent]), new Set([`${document.uuid} ${document.hash}`]))
  assert.equal(answering.sent.length, 1)
  const after = await reportOf(String(invoiceId))
  assert.deepEqual([after.id, after.status, after.attemptNumber, after.givenUpAt], [id, 'SUBMITTED', 1, null])
  assert.deepEqual(await eventsOf(id), ['einvoice.submitted', 'einvoice.cleared'])
  assert.deepEqual(await queue(), { waiting: 0, unanswered: 0 })
})

test('while the last try is under way no other is begun', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 200)
  await runTimes(silent().job, MOST_TRIES - 1)
  const [reached, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<AuthorityAnswer>()]
  const slow = authority(() => {
    reached.resolve()
    return ended.promise
  })
  const running = runJobs(app, { jobs: [slow.job] })
  await reached.promise
  const { id } = await reportOf(invoiceId)
  const refused = await accountant.call(retryEInvoiceReport, { id })
  assert.deepEqual([refused.status, slow.sent.length], [409, 1])
  ended.reject(new Error('reset'))
  await running
  assert.equal((await accountant.call(retryEInvoiceReport, { id })).status, 201)
  await runJobs(app)
  assert.equal((await reportOf(invoiceId)).status, 'SUBMITTED')
})

test('a last try that ended with its process is said to be without an answer; what fails on our side is not told', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 300)
  await app.sql("update einvoice_submission set provider = 'nowhere' where invoice_id = $1", [invoiceId])
  await runJobs(app)
  assert.deepEqual([(await reportOf(invoiceId)).tries, (await reportOf(invoiceId)).lastFailure], [1, null])
  await app.sql('update graphile_worker._private_jobs set attempts = $1, run_at = now()', [MOST_TRIES])
  const { job, sent } = silent()
  await runJobs(app, { jobs: [job] })
  const { tries, lastFailure, givenUpAt } = await reportOf(invoiceId)
  assert.deepEqual([tries, lastFailure, givenUpAt !== null, sent], [12, null, true, []])
})
