import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input, Returned } from '@clinic/contract/kernel.ts'
import { addExpense, addIncome } from '@clinic/contract/staff/book-entries.ts'
import { type BOOK_REPORTS, getBookReport } from '@clinic/contract/staff/book-reports.ts'
import { createCreditNote, getClinicInvoice, voidInvoice } from '@clinic/contract/staff/invoices.ts'
import { refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import { payInvoice, takeClinicDeposit } from '@clinic/contract/staff/tenders.ts'
import { addTreasury, transferMoney } from '@clinic/contract/staff/treasuries.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimableInvoice, claimOf, newInsurer } from '../../test/support/clinic/claims.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { handOver } from '../domain/claims/ask-insurer.ts'
import { postRemittance } from '../domain/claims/post-remittance.ts'
import { toMajor } from '../kernel/values/money.ts'
import { addDays, localDate } from '../kernel/values/zone.ts'

const app = await startApp()

/** A practice in which a little of everything happened, in amounts with as many decimals as the currency has. */
async function busyPractice(currency: string) {
  const { clinic, owner: desk, ...rest } = await practiceIn(app, currency)
  const practice = { ...rest, clinic }
  const of = (minor: number) => toMajor(minor, currency)
  const { branch, patient } = practice
  const add = async (said: Input<typeof addTreasury>) => (await desk.call(addTreasury, said)).body.data.id
  const cash = await add({ name: 'Drawer', type: 'CASH', branchId: branch.id, isDefault: true, opening: of(100_003) })
  const bank = await add({ name: 'Bank', type: 'BANK', isDefault: true })
  await add({ name: 'Terminal', type: 'POS', branchId: branch.id, isDefault: true })

  const lines = [
    { name: 'Filling', unitMinor: 33_333, quantity: 3, taxPercent: 15 },
    { name: 'Rinse', unitMinor: 777, taxPercent: 15 },
  ]
  const invoice = await issueInvoice(app, practice, 0, { lines, discountMinor: 1_234, discountReason: '=Friend' })
  const tenders = [
    { type: 'CASH' as const, amount: of(50_001) },
    { type: 'CARD' as const, amount: of(20_002) },
  ]
  await desk.call(payInvoice, { id: invoice.id, tenders })
  const sheet = async (id: string) => (await desk.call(getClinicInvoice, { id })).body.data
  const first = (await sheet(invoice.id)).payments.find(({ type }) => type === 'CARD')
  const back = { id: first?.id ?? '', amount: of(3_333), reason: 'Paid twice' }
  assert.equal((await desk.call(refundClinicPayment, back)).status, 201)
  const [filling] = (await sheet(invoice.id)).items
  const credited = { id: invoice.id, lines: [{ lineId: filling?.id ?? '', quantity: 1 }], reason: 'Not done' }
  assert.equal((await desk.call(createCreditNote, credited)).status, 201)
  const mistake = await issueInvoice(app, practice, 9)
  assert.equal((await desk.call(voidInvoice, { id: mistake.id, reason: 'Typed twice' })).status, 201)
  const mixed = [
    { name: 'Advice', unitMinor: 5_005, taxPercent: 0 },
    { name: 'Brush', unitMinor: 1_001, taxPercent: 15 },
  ]
  await issueInvoice(app, practice, 0, { lines: mixed })
  await issueInvoice(app, practice, 7_777, { release: false })
  await desk.call(takeClinicDeposit, {
    patientId: patient.id,
    branchId: branch.id,
    type: 'CASH',
    amount: of(7_001),
  })

  const spent = { name: 'Gloves', branchId: branch.id, treasuryId: cash }
  await desk.call(addExpense, { ...spent, total: of(11_509), taxPercent: 15, paid: of(5_000) })
  await desk.call(addIncome, { name: 'Rent', branchId: branch.id, amount: of(1_251), treasuryId: bank })
  await desk.call(transferMoney, { fromId: cash, toId: bank, amount: of(20_001), fee: of(57) })

  const insurer = await newInsurer(app, practice)
  const shared = await claimableInvoice(app, practice, insurer, 200.05)
  const { id } = await claimOf(app, practice, insurer, { invoiceIds: [shared.id] })
  await app.write(clinic, tx => handOver(tx, { id }))
  const paid = {
    insuranceCompanyId: insurer.id,
    treasuryId: bank,
    reference: 'R1',
    date: localDate(Date.now(), clinic.time_zone),
  }
  const line = { invoiceId: shared.id, receivedMinor: 12_004, rejectedMinor: 3_001, disposition: 'WRITE_OFF' as const }
  await app.write(clinic, tx => postRemittance(tx, { ...paid, totalMinor: 12_004, lines: [line] }))
  return { practice, desk, insurer, cash, bank }
}

type Report = Returned<typeof getBookReport>
const sumOf = (lines: Report['lines'], place: number, digits: number) =>
  Number(lines.reduce((sum, { figures }) => sum + Math.round((figures[place] ?? 0) * 10 ** digits), 0)) / 10 ** digits

for (const [currency, digits] of [
  ['SAR', 2],
  ['KWD', 3],
] as const)
  test(`every report of the books comes to what the ledger says, to the minor unit: ${currency}`, async () => {
    const { practice, desk, insurer } = await busyPractice(currency)
    const { clinic } = practice
    const today = localDate(Date.now(), clinic.time_zone)
    // Money that would count to a day that is closed counts to the next.
    const span = { from: addDays(today, -1), to: addDays(today, 1) }
    const read = async (report: (typeof BOOK_REPORTS)[number]) => {
      const { status, body } = await desk.call(getBookReport, { report, ...span })
      assert.equal(status, 200)
      const { lines, totals, columns, csv } = body.data
      assert.deepEqual(
        totals,
        columns.map((_, place) => sumOf(lines, place, digits)),
      )
      assert.equal(csv.split('\r\n').length, lines.length + 2)
      return body.data
    }
    const of = 'company_id = $1'
    const minor = async (...sums: string[]) => {
      const all = sums.map((text, place) => `(${text})::bigint as s${place}`).join(', ')
      const [row] = await app.sql<Record<string, number | null>>(
        `select ${all} from (select $1::text as company_id) clinic`,
        [clinic.company_id],
      )
      return Object.values(row ?? {}).map(value => toMajor(Number(value ?? 0), currency))
    }
    const ledger = (what: string) => `select sum(amount_minor) from treasury_movement where ${of} and ${what}`
    const issued = (column: string) =>
      `select sum(${column}) from invoice where ${of} and released_at is not null and not balance_invoice`
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])

    const sheet = await read('DAY_SHEET')
    assert.deepEqual(
      sheet.totals,
      await minor(
        ledger(`source_kind = 'PAYMENT'`),
        ledger(`source_kind = 'REFUND'`).replace('sum', '-sum'),
        ledger(`source_kind in ('PAYMENT', 'REFUND')`),
      ),
    )
    assert.deepEqual(
      sheet.lines.map(({ kind, count }) => [kind, count]),
      [
        ['INSURANCE', 1],
        ['CASH', 2],
        ['CARD', 2],
      ],
    )
    assert.ok(sheet.lines.some(({ name }) => name !== null) && sheet.totals[0] !== 0)

    const treasuries = await read('TREASURIES')
    const [, , , closing] = treasuries.totals
    assert.deepEqual([closing], await minor(ledger('true')))

    const vat = await read('VAT')
    assert.deepEqual(
      vat.lines.map(({ kind, percent, count }) => [kind, percent, count]),
      [
        ['SALE', null, 1],
        ['SALE', 15, 1],
        ['SALE', 0, 1],
        ['PURCHASE', 15, 1],
        ['PURCHASE', 0, 1],
        ['CREDIT_NOTE', 15, 1],
      ],
    )
    const bought = (column: string) => `(select sum(${column}) from expense where ${of})`
    assert.deepEqual(
      vat.totals.slice(1),
      await minor(
        `(${issued('tax_minor')}) - ${bought('tax_minor')}`,
        `(${issued('total_minor')}) - ${bought('total_minor')}`,
      ),
    )

    const discounts = await read('DISCOUNTS')
    const below = (column: string) => `${issued(column)} and discount_minor > 0`
    assert.deepEqual(
      discounts.totals,
      await minor(below('subtotal_minor'), below('discount_minor'), below('points_minor')),
    )
    assert.equal(discounts.lines[0]?.reason, '=Friend')
    assert.ok(discounts.csv.includes(`"'=Friend"`))

    const refunds = await read('REFUNDS')
    assert.deepEqual(
      refunds.totals,
      await minor(
        `select sum(amount_minor) from payment where ${of} and refunded_at is not null and type <> 'BALANCE'`,
        `select sum(total_minor) from credit_note where ${of}`,
      ),
    )
    assert.deepEqual(
      refunds.lines.map(({ kind, reason }) => [kind, reason]),
      [
        ['VOID', 'Typed twice'],
        ['REFUND', 'Paid twice'],
        ['CREDIT_NOTE', 'Not done'],
      ],
    )

    const insurers = await read('INSURERS')
    assert.deepEqual(
      insurers.lines.map(({ name }) => name),
      [insurer.name],
    )
    assert.deepEqual(
      insurers.totals,
      await minor(
        issued('insurance_minor'),
        `select sum(amount_minor) from payment where ${of} and type = 'INSURANCE'`,
        `select sum(rejected_minor) from claim where ${of}`,
        'select 0',
        `select sum(remaining_minor) from claim where ${of}`,
      ),
    )
  })

test('a report is of the branches in sight, of days in order and of no foreign branch; it is for who keeps the books, and recorded', async () => {
  const { practice, desk } = await busyPractice('SAR')
  const { clinic, branch } = practice
  const today = localDate(Date.now(), clinic.time_zone)
  const asked = { report: 'DAY_SHEET' as const, from: today, to: addDays(today, 1) }
  const elsewhere = await app.branch(clinic)
  const { cookie } = await staffMember(app, clinic, 'accountant', await app.doctor([elsewhere]))
  const far = staffClient(app, () => cookie)
  for (const report of ['DAY_SHEET', 'VAT', 'DISCOUNTS', 'REFUNDS', 'INSURERS'] as const) {
    assert.deepEqual((await far.call(getBookReport, { ...asked, report })).body.data.lines, [], report)
    const there = await desk.call(getBookReport, { ...asked, report, branchId: elsewhere.id })
    assert.deepEqual(there.body.data.lines, [], report)
  }
  const treasuries = (await far.call(getBookReport, { ...asked, report: 'TREASURIES' })).body.data.lines
  assert.deepEqual(
    treasuries.map(({ name }) => name),
    ['Bank'],
  )
  assert.equal((await far.call(getBookReport, { ...asked, branchId: branch.id })).status, 404)
  const foreign = await app.practice()
  assert.equal((await desk.call(getBookReport, { ...asked, branchId: foreign.branch.id })).status, 404)
  const issueOf = async (span: { from: string; to: string }) => {
    const { status, body } = await desk.call(getBookReport, { ...asked, ...span })
    return [status, body.error.details?.issues]
  }
  for (const [span, code] of [
    [{ from: today, to: addDays(today, -1) }, 'before_start'],
    [{ from: today, to: addDays(today, 366) }, 'window_too_wide'],
  ] as const) {
    const [status, issues] = await issueOf(span)
    assert.equal(status, 400)
    assert.match(JSON.stringify(issues), new RegExp(code))
  }
  const before = (await desk.call(getBookReport, { ...asked, from: '2020-01-01', to: '2020-12-31' })).body.data
  assert.deepEqual([before.lines, before.totals, before.more], [[], [0, 0, 0], false])
  const recorded = await app.sql(`select from audit_record where company_id = $1 and operation = 'getBookReport'`, [
    clinic.company_id,
  ])
  assert.ok(recorded.length > 0)
})
