import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordPayment } from '../../server/src/domain/billing/record-payment.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { reportToSandbox } from '../../server/test/support/clinic/e-invoicing.ts'
import { issueInvoice, moneyMismatches } from '../../server/test/support/clinic/money.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const practice = await app.practice()
const { clinic } = practice
const room = `${app.url}/c/${clinic.company_id}/money`

async function paidInvoice() {
  const lines = [
    { name: 'Crown', unitMinor: 80_000, taxPercent: 15 },
    { name: 'Advice', unitMinor: 8_000, taxPercent: 0 },
  ]
  const { id, pending_minor } = await issueInvoice(app, practice, 0, { lines })
  const whole = { invoiceId: id, amount: pending_minor / 100, type: 'CARD' as const }
  const payment = await app.write(clinic, tx => recordPayment(tx, whole))
  return { id, paymentId: payment.id }
}

test('a part of a payment is given back for a reason; more than it is, is refused with what can be; the payment keeps the rest', async () => {
  const { paymentId } = await paidInvoice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, `${room}?tab=payments&open=${paymentId}`)
  const payment = page.getByRole('dialog', { name: 'Payment', exact: true })
  await payment.getByRole('button', { name: 'Refund' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Refund the payment' })
  const give = asked.getByRole('button', { name: 'Refund' })
  await asked.getByLabel('Reason').fill('Was not done')
  await asked.getByLabel('Amount').fill('none')
  await give.press('Enter')
  await asked.getByText('Say how much, above zero.').waitFor()
  await asked.getByLabel('Amount').fill('1000.01')
  await give.press('Enter')
  await asked.getByText(/Only .*1,000\.00.* of it can be given back/).waitFor()
  await assertAccessible(page, 'a partial refund', ['[role=dialog]'])
  await asked.getByLabel('Amount').fill('333.33')
  await give.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await payment.getByText(/666\.67/).waitFor()
  const parts = await app.sql('select amount_minor, refund_reason from payment where split_from_id = $1', [paymentId])
  assert.deepEqual(parts, [{ amount_minor: 33_333, refund_reason: 'Was not done' }])
  assert.deepEqual(violations, [])
  await close()
})

test('an invoice is credited item by item; it shows what is left, the note, and what became of what was paid too much', async () => {
  const { id } = await paidInvoice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, `${room}?open=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await drawer.getByRole('button', { name: 'Credit note' }).press('Enter')
  const make = drawer.getByRole('button', { name: 'Make credit note' })
  await make.press('Enter')
  await drawer.getByText('Type an amount for at least one item.').waitFor()
  await drawer.getByLabel('Taken off Advice').fill('80.01')
  await drawer.getByLabel('Reason').fill('One of two')
  await make.press('Enter')
  await drawer.getByText(/Only .*80\.00.* of it is left/).waitFor()
  await drawer.getByLabel('Taken off Advice').fill('')
  await drawer.getByLabel('Taken off Crown').fill('400')
  await drawer.getByLabel('What was paid too much then').selectOption({ label: 'is given back' })
  await assertAccessible(page, 'a credit note', ['[role=dialog]'])
  await make.press('Enter')
  const note = drawer.getByRole('region', { name: 'Credit notes' }).getByRole('listitem')
  await note.getByText('One of two').waitFor()
  await note.getByText(/Refunded .*460\.00/).waitFor()
  await make.waitFor({ state: 'detached' })
  await drawer
    .getByRole('listitem')
    .filter({ hasText: 'Issued' })
    .getByText(/1,000\.00/)
    .waitFor()
  await drawer
    .getByRole('region', { name: 'Items' })
    .getByText(/Not credited .*400\.00/)
    .waitFor()
  const left = await app.sql('select total_minor, credited_minor, paid_minor from invoice where id = $1', [id])
  assert.deepEqual(left, [{ total_minor: 54_000, credited_minor: 46_000, paid_minor: 54_000 }])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  assert.deepEqual(violations, [])
  await close()
})

test('in Arabic on a phone the form of a credit note fits; the desk does not see it', async () => {
  const { id } = await paidInvoice()
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' }, arabic)
  await openAt(page, `${room}?open=${id}`)
  await page.getByRole('button', { name: 'إشعار دائن' }).tap()
  await page.getByLabel('يُخصم من').first().waitFor()
  await assertFits(page, 'a credit note on a phone')
  await assertAccessible(page, 'a credit note on a phone')
  const desk = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(desk.page, `${room}?open=${id}`)
  await desk.page.getByRole('dialog').getByText('Left to pay').waitFor()
  assert.equal(await desk.page.getByRole('button', { name: 'Credit note' }).count(), 0)
  assert.deepEqual([...violations, ...desk.violations], [])
  await Promise.all([close(), desk.close()])
})

test('an invoice that nothing is paid on is made void for a reason, and what the authority rejected is reported again', async () => {
  const reporting = await app.practice()
  await reportToSandbox(app, reporting)
  const rejected = await issueInvoice(app, reporting, 100.13)
  await runJobs(app)
  const { page, violations, close } = await openAs(app, browser, { clinic: reporting.clinic, role: 'accountant' })
  const drawer = page.getByRole('dialog', { name: 'Invoice', exact: true })
  await openAt(page, `${app.url}/c/${reporting.clinic.company_id}/money?open=${rejected.id}`)
  await drawer.getByText('Rejected by the authority').first().waitFor()
  await drawer.getByRole('button', { name: 'Report again' }).press('Enter')
  await drawer.getByText('Waits to be reported').first().waitFor()
  await drawer.getByRole('button', { name: 'Report again' }).waitFor({ state: 'detached' })

  const draft = await issueInvoice(app, reporting, 100, { release: false })
  await openAt(page, `${app.url}/c/${reporting.clinic.company_id}/money?open=${draft.id}`)
  await drawer.getByRole('button', { name: 'Make void' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Make the invoice void' })
  await asked.getByLabel('Reason').fill('Billed twice')
  await assertAccessible(page, 'making void', ['[role=dialog]'])
  await asked.getByRole('button', { name: 'Make void' }).press('Enter')
  await drawer.getByRole('button', { name: 'Make void' }).waitFor({ state: 'detached' })
  const [gone] = await app.sql('select void_reason, total_minor from invoice where id = $1', [draft.id])
  assert.deepEqual(gone, { void_reason: 'Billed twice', total_minor: 0 })
  assert.deepEqual(violations, [])
  await close()
})
