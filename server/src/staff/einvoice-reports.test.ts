import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import {
  getEInvoiceDocument,
  getEInvoiceQueue,
  listEInvoiceReports,
  retryEInvoiceReport,
} from '@clinic/contract/staff/einvoice-reports.ts'
import { createCreditNote, getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient } = practice
await reportToSandbox(app, practice)

async function as(role: string, practitioner?: { id: string } | null, of: { company_id: string } = clinic) {
  const { cookie } = await staffMember(app, of, role, practitioner)
  return staffClient(app, () => cookie)
}
const [accountant, cashier, limited] = [
  await as('accountant'),
  await as('receptionist'),
  await as('accountant', doctor),
]
const found = async (query: object, client = accountant) => client.all(listEInvoiceReports, { ...query })
/** The sandbox rejects totals that end in 13. */
const REJECTED = 100.13

test('what was rejected is found with why, whose it is and that it can be told again; afterwards it is not', async () => {
  const good = await issueInvoice(app, practice, 100)
  const bad = await issueInvoice(app, practice, REJECTED)
  assert.deepEqual(
    (await found({ waiting: true })).map(({ invoiceId }) => invoiceId),
    [bad.id, good.id],
  )
  const queue = (await accountant.call(getEInvoiceQueue, {})).body.data
  assert.deepEqual([queue.waiting, queue.oldestAt], [2, good.created_at])
  await runJobs(app)
  const after = (await accountant.call(getEInvoiceQueue, {})).body.data
  assert.deepEqual([after.waiting, after.oldestAt], [0, null])
  const [entry, ...others] = await found({ failed: true })
  assert.deepEqual(others, [])
  assert.deepEqual(
    [entry?.invoiceId, entry?.invoiceNumber, entry?.patientId, entry?.allowed, entry?.attemptNumber],
    [bad.id, bad.reference_id, patient.id, ['RETRY', 'DOWNLOAD'], 1],
  )
  assert.match(String(entry?.errorMessages), /SANDBOX-13/)
  await accountant.call(retryEInvoiceReport, { id: String(entry?.id) })
  assert.deepEqual(await found({ failed: true }), [])
  const both = await found({ invoiceId: bad.id })
  assert.deepEqual(
    both.map(({ attemptNumber, status, allowed }) => [attemptNumber, status, allowed]),
    [
      [2, 'PENDING', []],
      [1, 'REJECTED', ['DOWNLOAD']],
    ],
  )
  await runJobs(app)
})

test('a credit note that was rejected is found by its own number', async () => {
  const { id } = await issueInvoice(app, practice, 250)
  await runJobs(app)
  const [line] = (await accountant.call(getClinicInvoice, { id })).body.data.items
  const credit = { id, reason: 'Was not done', lines: [{ lineId: String(line?.id), amount: REJECTED }] }
  const { body } = await accountant.call(createCreditNote, credit)
  await runJobs(app)
  const [entry] = await found({ failed: true, invoiceId: id })
  assert.equal(entry?.creditNoteNumber, body.data.creditNotes[0]?.referenceId)
})

test('the document is the one that was sealed: its hash is that of its record, and not before it is there', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 300)
  const [waiting] = await found({ invoiceId })
  const documentOf = async (id: string) => (await accountant.call(getEInvoiceDocument, { id })).body.data
  assert.equal((await documentOf(String(waiting?.id))).xml, null)
  await runJobs(app)
  const { xml, uuid, hash: sealed } = await documentOf(String(waiting?.id))
  assert.match(String(xml), /^<\?xml[^>]+>.*<Invoice /s)
  assert.ok(xml?.includes(String(uuid)))
  assert.equal(Buffer.from(String(sealed), 'base64').length, Buffer.from(hash('sha256', '', 'base64'), 'base64').length)
})

test('reports are for those who may, of patients in sight, and of no other clinic', async () => {
  const elsewhere = await app.branch(clinic)
  const there = await app.patient(elsewhere)
  const far = await issueInvoice(app, practice, 10, { patientId: there.id, branchId: elsewhere.id })
  const [hidden] = await found({ invoiceId: far.id })
  const id = String(hidden?.id)
  const stranger = await as('owner', null, (await app.practice()).clinic)
  for (const client of [limited, stranger]) {
    assert.deepEqual(await found({ invoiceId: far.id }, client), [])
    assert.equal((await client.call(getEInvoiceDocument, { id })).status, 404)
  }
  assert.ok((await found({}, limited)).length > 0)
  assert.equal((await cashier.call(listEInvoiceReports, {})).status, 403)
  assert.equal((await cashier.call(getEInvoiceDocument, { id })).status, 403)
  assert.equal(branch.id === elsewhere.id, false)
})
