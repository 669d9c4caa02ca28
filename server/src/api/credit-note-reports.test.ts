import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { retryEInvoiceReport } from '@clinic/contract/staff/einvoice-reports.ts'
import { getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { ublViolations } from '../../test/support/clinic/ubl-schema.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import type { InvoiceLineRow } from '../domain/billing/invoice-row.ts'
import { storedLines } from '../domain/billing/stored-lines.ts'
import { FIRST_PREVIOUS_HASH, sealInvoice } from '../domain/einvoices/seal-invoice.ts'
import { documentPurpose } from '../domain/einvoices/sealed-document.ts'
import { creditNoteFacts } from '../domain/einvoices/ubl-facts.ts'
import { creditInvoice } from '../domain/invoicing/credit-invoice.ts'
import { readUbl, textAt } from '../providers/einvoice/read-ubl.ts'
import { sandboxAuthority } from '../providers/einvoice/sandbox.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, api } = practice
await reportToSandbox(app, practice)

const credit = (id: string, amountMinor?: number, reason = 'Was not done') =>
  app.write(clinic, async tx => {
    const [line] = await storedLines(tx, id)
    const wanted = { lineId: line?.id ?? '', ...(amountMinor !== undefined && { amountMinor }) }
    return creditInvoice(tx, { id, lines: [wanted], reason })
  })
const statusOn = async (id: string) => (await api.call(getInvoice, { id })).body.data.eInvoiceStatus
const attemptsOf = (invoiceId: string) => api.all(listEInvoiceSubmissions, { invoiceId })

interface Submitted {
  id: string
  credit_note_id: string | null
  icv: number
  previous_hash: string
  document_hash: string
}
const chain = () =>
  app.sql<Submitted>(
    `select id, credit_note_id, icv, previous_hash, document_hash from einvoice_submission
     where company_id = $1 and icv is not null order by icv`,
    [clinic.company_id],
  )
const documentOf = (id: string) =>
  app.write(clinic, async tx => {
    const { document_sealed } = await tx.get('einvoice_submission', id)
    return tx.box.open(document_sealed ?? Buffer.alloc(0), documentPurpose(clinic.company_id, id)).toString()
  })

test('a credit note is reported as a document 381 that names its invoice and the reason, in the same chain', async () => {
  const lines = [{ name: 'Crown', unitMinor: 100_000, quantity: 2, taxPercent: 15 }]
  const { id, reference_id } = await issueInvoice(app, practice, 0, { lines })
  await runJobs(app)
  const note = await credit(id, 50_000, 'One <of> two')
  assert.equal(await statusOn(id), 'SUBMITTED')
  await runJobs(app)
  const [first, second] = await chain()
  assert.deepEqual([first?.credit_note_id, first?.previous_hash], [null, FIRST_PREVIOUS_HASH])
  assert.deepEqual([second?.credit_note_id, second?.icv], [note.id, 2])
  assert.equal(second?.previous_hash, first?.document_hash)
  const ubl = readUbl(await documentOf(second?.id ?? ''))
  const said = [
    ...['cbc:InvoiceTypeCode', 'cbc:ID', 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'],
    ...['cac:PaymentMeans/cbc:InstructionNote', 'cac:TaxTotal/cbc:TaxAmount'],
    'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
  ].map(path => textAt(ubl, path))
  assert.deepEqual(said, ['381', `CN-${note.reference_id}`, String(reference_id), 'One <of> two', '75.00', '575.00'])
  assert.equal(await statusOn(id), 'SUBMITTED')
  const [told] = await attemptsOf(id)
  assert.deepEqual([told?.status, told?.attemptNumber], ['SUBMITTED', 1])
  assert.equal(told?.infoMessages[0], `Credit note ${note.reference_id}`)
  const events = await app.sql<object>(
    `select type, data->>'creditNoteId' as of from event where data->>'id' = any($1) order by created_at, id`,
    [[first?.id, second?.id]],
  )
  const both = (of: string | null) => ['einvoice.submitted', 'einvoice.cleared'].map(type => ({ type, of }))
  assert.deepEqual(events, [...both(null), ...both(note.id)])
})

test('the reported invoice and credit note are valid UBL 2.1 for another implementation of it, which finds what is not', async () => {
  const lines = [
    { name: 'Crown', unitMinor: 100_000, quantity: 2, taxPercent: 15, discountMinor: 1_000 },
    { name: 'Check', unitMinor: 5_000, quantity: 1, taxPercent: 0 },
  ]
  const { id } = await issueInvoice(app, practice, 0, { lines })
  await runJobs(app)
  await credit(id, 50_000)
  await runJobs(app)
  const sent = await Promise.all((await chain()).slice(-2).map(one => documentOf(one.id)))
  assert.deepEqual(sent.map(ublViolations), [[], []])
  const [invoice = ''] = sent
  const [date = '', time = ''] =
    /<cbc:IssueDate>.*<.cbc:IssueDate>(<cbc:IssueTime>.*<.cbc:IssueTime>)/.exec(invoice) ?? []
  for (const [from, to] of [
    [date, time + date.replace(time, '')],
    ['cbc:RegistrationName', 'cbc:Registered'],
    [/<cac:LegalMonetaryTotal>.*<.cac:LegalMonetaryTotal>/, ''],
    [/(<cac:AccountingSupplierParty>.*<.cac:AccountingSupplierParty>)/, '$1$1'],
  ] as const)
    assert.notDeepEqual(ublViolations(invoice.replaceAll(new RegExp(from, 'g'), to)), [], String(from))
})

test('a credit note that is rejected has attempts of its own, and its invoice stays as it was reported', async () => {
  const { id } = await issueInvoice(app, practice, 100)
  await runJobs(app)
  const note = await credit(id, 5_013)
  await runJobs(app)
  const [rejected] = await attemptsOf(id)
  assert.equal(rejected?.status, 'REJECTED')
  assert.match(rejected?.infoMessages.join(' ') ?? '', /^Credit note \d+ SANDBOX/)
  assert.equal(await statusOn(id), 'SUBMITTED')
  const { cookie } = await staffMember(app, clinic, 'accountant')
  const accountant = staffClient(app, () => cookie)
  const shown = async () => (await accountant.call(getClinicInvoice, { id })).body.data
  const { failedReportId, creditNotes } = await shown()
  assert.deepEqual([failedReportId, creditNotes[0]?.failedReportId], [null, rejected?.id])
  const retry = () => accountant.call(retryEInvoiceReport, { id: rejected?.id ?? '' })
  const { status, body } = await retry()
  const { attemptNumber, creditNoteId, infoMessages } = body.data
  assert.deepEqual([status, body.data.status, attemptNumber, creditNoteId], [201, 'PENDING', 2, note.id])
  assert.deepEqual(infoMessages, [`Credit note ${note.reference_id}`])
  assert.equal((await shown()).creditNotes[0]?.failedReportId, null)
  assert.equal((await retry()).status, 409)
  await runJobs(app)
  assert.equal((await retry()).status, 409)
  assert.equal(await statusOn(id), 'SUBMITTED')
})

test('what the authority looks at, or rejected, is not credited; what it was never told of is, untold', async () => {
  const refusedFrom = (from: string) => ({ code: 'invalid_state_transition', details: { from, to: 'CREDITED' } })
  const { id } = await issueInvoice(app, practice, 100.13)
  await runJobs(app)
  await assert.rejects(credit(id), refusedFrom('REJECTED'))
  await app.sql("update invoice set e_invoice_status = 'IN_PROGRESS' where id = $1", [id])
  await assert.rejects(credit(id), refusedFrom('IN_PROGRESS'))
  await app.sql('update invoice set e_invoice_status = null where id = $1', [id])
  await credit(id, 10)
  assert.equal((await attemptsOf(id)).length, 1)
})

const MOST = 40_000
const line = fc.record({
  unit_minor: fc.integer({ min: 1, max: MOST }),
  quantity: fc.integer({ min: 1, max: 4 }),
  discount_minor: fc.nat(MOST / 2),
  tax_percent: fc.constantFrom(0, 5, 15),
})

test('whatever is credited, in whatever steps, the authority computes each document again and takes it', async () => {
  const parts = {
    clinic: { country: 'SA', currency: 'SAR', timeZone: 'Asia/Riyadh', taxPercent: 15 },
    registration: { name: 'Clinic', vatNumber: '300000000000003', crnNumber: '1010000000', city: 'Riyadh' },
    branch: { name: 'Main' },
    patient: { first_name: 'Sara', last_name: null, nationality: null, national_id: null },
  }
  const at = '2026-11-28T10:00:00.000Z'
  const credits = fc.array(fc.record({ which: fc.nat(3), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }), {
    ...{ minLength: 1, maxLength: 4 },
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.nat(MOST),
      credits,
      async (rows, discount, steps) => {
        const lines: InvoiceLineRow[] = rows.map((row, index) => ({
          ...{ company_id: 'cli', id: String(index), invoice_id: 'inv', sort_order: index, name: 'Care', ...row },
          ...{ procedure_id: null, treatment_id: null, code: null, discount_percent: null, insurance_minor: 0 },
        }))
        const whole = { whole_discount_minor: discount, whole_discount_percent: null }
        const invoice = { reference_id: 7, released_at: at, created_at: at, ...whole }
        const earlier: { line_id: string; quantity: null; net_minor: number }[] = []
        for (const { which, share } of steps) {
          const { id, unit_minor, quantity, discount_minor } = lines[which % lines.length] ?? assert.fail()
          const taken = earlier.reduce((sum, one) => sum + (one.line_id === id ? one.net_minor : 0), 0)
          const left = Math.max(unit_minor * quantity - (discount_minor ?? 0), 0) - taken
          if (left === 0) continue
          const credited = [{ line_id: id, quantity: null, net_minor: Math.ceil(left * share) }]
          const note = { reference_id: 1, created_at: at, reason: 'Was not done' }
          const facts = creditNoteFacts({ ...parts, invoice, lines }, { note, lines, earlier, credited }, 'a uuid')
          const sealed = sealInvoice({ ...facts, icv: 1, previousHash: FIRST_PREVIOUS_HASH })
          assert.deepEqual(ublViolations(sealed.xml), [])
          const { errorMessages } = await sandboxAuthority.submit(sealed)
          assert.deepEqual(
            errorMessages.filter(one => !one.startsWith('SANDBOX')),
            [],
          )
          earlier.push(...credited)
        }
      },
    ),
  )
})
