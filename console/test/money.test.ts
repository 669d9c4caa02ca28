import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeDeposit } from '../../server/src/domain/billing/take-deposit.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { seedMoney } from './money-scene.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const branch = await app.branch(clinic, { name: 'Olaya' })
const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
const patient = await app.patient(branch, { first_name: 'Salma', last_name: 'Haddad' })
const { invoiceId, number } = await seedMoney(app, clinic, { branch, patient, doctor })
const other = await app.branch(clinic, { name: 'Malaz' })
const elsewhere = await app.patient(other, { first_name: 'Huda', last_name: 'Karim' })
const { api } = await app.practice()
const far = await issueInvoice(app, { clinic, branch: other, doctor, patient: elsewhere, api }, 75)
await app.write(clinic, tx =>
  takeDeposit(tx, { patientId: elsewhere.id, branchId: other.id, amountMinor: 5_000, type: 'BANK_TRANSFER' }),
)
const numbered = new RegExp(`Invoice .*${number}`)
const room = `${app.url}/c/${clinic.company_id}/money`

test('by keyboard an invoice is found by its state or its number, which stand in the address, and opens with its items, its payments and what happened to it', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row')
  const listed = async (count: number) => {
    await rows.nth(count).waitFor()
    await rows.nth(count + 1).waitFor({ state: 'detached' })
  }
  await openAt(page, `${app.url}/c/${clinic.company_id}/books`)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor()
  await listed(4)

  await page.getByLabel('State of the invoice').selectOption({ label: 'Draft' })
  await listed(1)
  await rows.filter({ hasText: 'Draft' }).waitFor()
  assert.match(page.url(), /state=DRAFT/)
  await page.reload()
  await listed(1)
  await page.getByLabel('Branch', { exact: true }).selectOption({ label: 'Malaz' })
  await button(page, 'Clear filters').click()
  await listed(4)

  await page.keyboard.press('/')
  await page.keyboard.type('twelve')
  await page.keyboard.press('Enter')
  assert.doesNotMatch(page.url(), /number/)
  await page.getByLabel('Invoice number').fill(String(number))
  await page.keyboard.press('Enter')
  await listed(1)
  assert.equal(new URL(page.url()).searchParams.get('number'), `"${number}"`)

  await button(page, numbered).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await drawer.getByRole('link', { name: 'Salma Haddad' }).waitFor()
  await assertAccessible(page, 'an invoice', ['[role=dialog]'])
  const part = (name: string) => drawer.getByRole('region', { name, exact: true })
  await part('Items').getByText('تاج زيركون').waitFor()
  const figure = async (name: string) =>
    String(
      await part('Items')
        .locator('dt', { hasText: new RegExp(`^${name}`) })
        .locator('+ dd')
        .textContent(),
    ).replace(/[^\d.]/g, '')
  // 2 200 less 10 %, with 15 %; and twice 150 without tax. 500 were paid, and 100 given back.
  assert.deepEqual(await Promise.all(['Subtotal', 'Discount', 'Tax', 'Total', 'Paid', 'Left to pay'].map(figure)), [
    '2500.00',
    '220.00',
    '297.00',
    '2577.00',
    '500.00',
    '2077.00',
  ])
  assert.equal(await part('Payments').getByRole('listitem').count(), 2)
  await part('Payments').getByRole('listitem').filter({ hasText: 'Refunded' }).getByText('Cash').waitFor()
  assert.deepEqual(
    (await part('History').getByRole('listitem').allInnerTexts()).map(text => text.split('\n')[0]),
    ['Written', 'Issued', 'Paid', 'Paid', 'Refunded'],
  )
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  assert.deepEqual(violations, [])
  await close()
})

test('payments are found by how they were paid and whether they were given back, and lead to their invoice', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  await openAt(page, `${room}?tab=payments`)
  await rows.nth(5).waitFor()
  await page.getByLabel('How it was paid').selectOption({ label: 'Bank transfer' })
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'Huda Karim' }).getByText('Paid in advance').waitFor()
  await page.getByLabel('How it was paid').selectOption({ label: 'Paid in any way' })
  await page.getByLabel('Refunds').selectOption({ label: 'Refunded' })
  await rows.filter({ hasText: 'Salma Haddad' }).getByText('Refunded').waitFor()
  await rows.nth(2).waitFor({ state: 'detached' })
  await button(page, /Cash/).click()
  const payment = page.getByRole('dialog', { name: 'Payment' })
  await payment.getByText('POS-0017').waitFor()
  await assertAccessible(page, 'a payment', ['[role=dialog]'])
  await payment.getByRole('link', { name: numbered }).click()
  await page.getByRole('dialog', { name: 'Invoice', exact: true }).getByText('Left to pay').waitFor()
  assert.match(page.url(), new RegExp(`open=${invoiceId}`))
  assert.deepEqual(violations, [])
  await close()
})

test('who sees one branch finds nothing of the patients of another, and an address of theirs opens nothing', async () => {
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist', practitioner: doctor })
  await openAt(page, room)
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(3).waitFor()
  assert.equal(await page.getByText('Huda Karim').count(), 0)
  assert.equal(await page.getByLabel('Branch', { exact: true }).count(), 0)
  await openAt(page, `${room}?open=${far.id}`)
  await page.getByRole('dialog', { name: 'Invoice' }).getByRole('alert').waitFor()
  await close()
})

test('in Arabic on a phone the same invoice fits, reads from the right, and its amounts are the same', async () => {
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, arabic)
  await openAt(page, room)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  const card = page.getByRole('list', { name: 'الفواتير' }).getByRole('listitem').filter({ hasText: 'مفتوحة' })
  await card
    .filter({ hasText: 'Salma' })
    .getByRole('button', { name: new RegExp(`الفاتورة .*${number}`) })
    .click()
  const drawer = page.getByRole('dialog', { name: 'فاتورة' })
  await drawer.getByText('المتبقي للسداد').waitFor()
  assert.match(String(await drawer.locator('dd').last().textContent()), /2,077\.00/)
  await assertFits(page, 'an invoice on a phone')
  await assertAccessible(page, 'an invoice on a phone')
  assert.deepEqual(violations, [])
  await close()
})

test('a draft is issued and paid at the desk, more than is left is refused with what is left, and a payment is given back for a reason: each event fires once', async () => {
  const own = await app.clinic({ name: 'Cedar Clinic' })
  const at = await app.branch(own)
  const those = { clinic: own, branch: at, doctor: await app.doctor([at]), patient: await app.patient(at), api }
  const draft = await issueInvoice(app, those, 100, { release: false })
  const invoice = `${app.url}/c/${own.company_id}/money?open=${draft.id}`
  const desk = await openAs(app, browser, { clinic: own, role: 'receptionist' })
  const drawer = desk.page.getByRole('dialog', { name: 'Invoice' })
  await openAt(desk.page, invoice)
  await drawer.getByRole('button', { name: 'Issue' }).press('Enter')
  await said(desk.page, 'The invoice is issued.')
  const pay = drawer.getByRole('button', { name: 'Record payment' })
  await drawer.getByLabel('Amount').fill('100.50')
  await pay.press('Enter')
  await drawer.getByText(/Only .*100\.00.* is left to pay/).waitFor()
  await assertAccessible(desk.page, 'a refused payment', ['[role=dialog]'])
  await drawer.getByLabel('Paid by').selectOption({ label: 'Credit of the patient' })
  await drawer.getByLabel('Amount').fill('40')
  await pay.press('Enter')
  await drawer.getByText(/The credit of the patient is .*0\.00/).waitFor()
  await drawer.getByLabel('Paid by').selectOption({ label: 'Card' })
  await drawer.getByLabel('Reference').fill('POS 17')
  await pay.press('Enter')
  await said(desk.page, 'The payment is recorded.')
  await drawer.getByLabel('Amount').and(drawer.locator('[value="60"]')).waitFor()
  await pay.press('Enter')
  await drawer.getByRole('listitem').filter({ hasText: 'Paid' }).nth(1).waitFor()
  await pay.waitFor({ state: 'detached' })

  const books = await openAs(app, browser, { clinic: own, role: 'accountant' })
  await openAt(books.page, invoice)
  await books.page.getByRole('dialog').getByRole('link', { name: 'Card' }).click()
  const payment = books.page.getByRole('dialog', { name: 'Payment' })
  await payment.getByText('POS 17').waitFor()
  await payment.getByRole('button', { name: 'Refund' }).press('Enter')
  const reason = books.page.getByRole('dialog', { name: 'Refund the payment' })
  await reason.getByRole('button', { name: 'Refund' }).press('Enter')
  await reason.getByText('Say why.').waitFor()
  await reason.getByLabel('Reason').fill('Was not done')
  await assertAccessible(books.page, 'a refund', ['[role=dialog]'])
  await reason.getByRole('button', { name: 'Refund' }).press('Enter')
  await said(books.page, 'The payment is refunded.')
  await payment.getByText('Was not done').waitFor()

  // The desk gives nothing back.
  await openAt(desk.page, books.page.url())
  await desk.page.getByRole('dialog', { name: 'Payment' }).getByText('Was not done').waitFor()
  assert.equal(await button(desk.page, 'Refund').count(), 0)
  const events = await app.sql<{ type: string }>('select type from event where company_id = $1 order by id', [
    own.company_id,
  ])
  assert.deepEqual(events.map(({ type }) => type).sort(), [
    ...['invoice.created', 'invoice.paid', 'invoice.paid', 'invoice.updated', 'invoice.updated'],
    ...['payment.created', 'payment.created', 'payment.refunded'],
  ])
  assert.deepEqual([...desk.violations, ...books.violations], [])
  await Promise.all([desk.close(), books.close()])
})
