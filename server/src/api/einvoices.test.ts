import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEInvoiceSubmission, listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { reportTo } from '../domain/einvoices/registration.ts'
import { retryEInvoice } from '../domain/einvoices/report-invoice.ts'
import { FIRST_PREVIOUS_HASH } from '../domain/einvoices/seal-invoice.ts'
import { cancelEInvoice } from '../domain/einvoices/submission.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'
import type { NewInvoice } from '../domain/invoicing/create-invoice.ts'
import { releaseInvoice } from '../domain/invoicing/release-invoice.ts'
import { submitEInvoiceTo } from '../jobs/submit-e-invoice.ts'
import { Refusal } from '../kernel/errors.ts'
import { sandboxAuthority } from '../providers/einvoice/sandbox.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, api } = practice
await reportToSandbox(app, practice)

const issue = (price: number, wishes: Partial<NewInvoice> = {}) => issueInvoice(app, practice, price, wishes)
const attemptsOf = (invoiceId: string) => api.all(listEInvoiceSubmissions, { invoiceId })
const latest = async (invoiceId: string) => (await attemptsOf(invoiceId))[0] ?? assert.fail()
const retry = (invoiceId: string) => app.write(clinic, tx => retryEInvoice(tx, { invoiceId }))
const reprice = (id: string, unitMinor: number) =>
  app.write(clinic, tx => changeInvoice(tx, { id, lines: [{ name: 'Treatment', unitMinor, taxPercent: 0 }] }))
const statusOn = async (id: string) => (await api.call(getInvoice, { id })).body.data.eInvoiceStatus
const eventsOf = async (id: string) => {
  const events = await app.sql<{ type: string; data: unknown; previous_attributes: unknown }>(
    `select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  return events.map(({ type, data, previous_attributes }) => ({ type, data, previous: previous_attributes }))
}
const refusedWith =
  (code: string, at = '') =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code && JSON.stringify(error.details).includes(at)

interface Place {
  icv: number
  previous_hash: string
  document_hash: string
  status: string
}
const chain = () =>
  app.sql<Place>(
    `select icv, previous_hash, document_hash, status from einvoice_submission
     where company_id = $1 and icv is not null order by icv`,
    [clinic.company_id],
  )

test('an invoice that is issued is reported in the background, cleared, and stays SUBMITTED', async () => {
  const invoice = await issue(100)
  const waiting = await latest(invoice.id)
  assert.deepEqual([waiting.status, waiting.attemptNumber, waiting.submissionTime], ['PENDING', 1, null])
  assert.deepEqual([invoice.e_invoice_status, await statusOn(invoice.id)], ['PENDING', 'PENDING'])
  await runJobs(app)
  const { body } = await api.call(getEInvoiceSubmission, { id: waiting.id })
  const { data } = body
  assert.deepEqual([data.status, data.provider, data.transactionType], ['SUBMITTED', 'sandbox', 'SIMPLIFIED'])
  assert.ok(data.submissionTime && data.clearanceTime && data.errorMessages.length === 0)
  assert.equal(await statusOn(invoice.id), 'SUBMITTED')
  const told = {
    id: data.id,
    object: 'einvoice_submission',
    status: 'SUBMITTED',
    invoiceId: invoice.id,
    attemptNumber: 1,
    creditNoteId: null,
  }
  assert.deepEqual(await eventsOf(data.id), [
    { type: 'einvoice.submitted', data: told, previous: { status: 'IN_PROGRESS' } },
    { type: 'einvoice.cleared', data: told, previous: null },
  ])
  await assert.rejects(reprice(invoice.id, 5_000), refusedWith('invalid_state_transition', 'SUBMITTED'))
  await assert.rejects(retry(invoice.id), refusedWith('invalid_state_transition', 'SUBMITTED'))
})

test('what was rejected is corrected and tried again as a new submission with the next number', async () => {
  const { id } = await issue(100.13)
  await runJobs(app)
  const rejected = await latest(id)
  assert.deepEqual([rejected.status, rejected.clearanceTime], ['REJECTED', null])
  assert.match(rejected.errorMessages.join(), /^SANDBOX-13: /)
  assert.deepEqual(
    (await eventsOf(rejected.id)).map(({ type }) => type),
    ['einvoice.rejected'],
  )
  await reprice(id, 10_014)
  await retry(id)
  await assert.rejects(retry(id), refusedWith('invalid_state_transition', 'PENDING'))
  await runJobs(app)
  const attempts = (await attemptsOf(id)).map(({ attemptNumber, status }) => [attemptNumber, status])
  assert.deepEqual(attempts, [
    [2, 'SUBMITTED'],
    [1, 'REJECTED'],
  ])
  assert.deepEqual(
    (await api.all(listEInvoiceSubmissions, { invoiceId: id, status: 'REJECTED' })).map(each => each.id),
    [rejected.id],
  )
})

test('the chain has no gap and no fork, and what was rejected keeps its place', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => issue(index % 4 === 0 ? 200.13 : 200 + index)))
  await runJobs(app)
  const places = await chain()
  assert.ok(places.length >= 12 && places.some(({ status }) => status === 'REJECTED'))
  assert.deepEqual(
    places.map(({ icv }) => icv),
    places.map((_, index) => index + 1),
  )
  const hashes = places.map(each => each.document_hash)
  assert.deepEqual(
    places.map(each => each.previous_hash),
    [FIRST_PREVIOUS_HASH, ...hashes.slice(0, -1)],
  )
})

test('another clinic has a chain of its own', async () => {
  const other = await app.practice()
  await reportToSandbox(app, other)
  await issueInvoice(app, other, 100)
  await runJobs(app)
  const [first] = await app.sql<Place>('select icv, previous_hash from einvoice_submission where company_id = $1', [
    other.clinic.company_id,
  ])
  assert.deepEqual(first, { icv: 1, previous_hash: FIRST_PREVIOUS_HASH })
})

test('an authority that does not answer is sent the same document again, and the answer counts once', async () => {
  const { id } = await issue(300)
  const sent: { uuid: string; hash: string }[] = []
  const flaky = submitEInvoiceTo({
    connect: () => ({
      submit(document) {
        sent.push({ uuid: document.uuid, hash: document.hash })
        return sent.length < 3 ? Promise.reject(new Error('on purpose')) : sandboxAuthority.submit(document)
      },
    }),
  })
  const before = (await chain()).length
  for (let round = 0; round < 3; round++) {
    await runJobs(app, { jobs: [flaky] })
    await hastenJobs(app)
    if (round === 0) assert.equal((await latest(id)).status, 'IN_PROGRESS')
  }
  assert.deepEqual([sent.length, new Set(sent.map(({ uuid, hash }) => uuid + hash)).size], [3, 1])
  const submission = await latest(id)
  assert.deepEqual([submission.status, (await chain()).length], ['SUBMITTED', before + 1])
  assert.equal((await eventsOf(submission.id)).length, 2)
})

test('an invoice that is not handed over waits; cancelled it is not sent, and can be tried again', async () => {
  const { id } = await issue(100, { release: false })
  assert.equal((await latest(id)).status, 'NOT_STARTED')
  await app.write(clinic, tx => releaseInvoice(tx, { id }))
  const pending = await latest(id)
  assert.equal(pending.status, 'PENDING')
  await app.write(clinic, tx => cancelEInvoice(tx, { id: pending.id }))
  await runJobs(app)
  assert.deepEqual([(await latest(id)).status, await statusOn(id)], ['CANCELLED', 'CANCELLED'])
  assert.equal((await retry(id)).attempt_number, 2)
  await runJobs(app)
  const sent = await latest(id)
  assert.equal(sent.status, 'SUBMITTED')
  await assert.rejects(
    app.write(clinic, tx => cancelEInvoice(tx, { id: sent.id })),
    refusedWith('invalid_state_transition'),
  )
})

test('nothing is reported for credit, nor by a clinic that has no tax authority to report to; that needs a VAT registration', async () => {
  const lines = [{ name: 'Credit', unitMinor: 10_000, taxPercent: 0 }]
  assert.deepEqual(await attemptsOf((await issue(100, { balanceInvoice: true, lines })).id), [])
  const other = await app.practice()
  const invoice = await issueInvoice(app, other, 100)
  assert.equal(invoice.e_invoice_status, null)
  await assert.rejects(
    app.write(other.clinic, tx => reportTo(tx, 'sandbox')),
    refusedWith('validation_failed', '/provider'),
  )
})
