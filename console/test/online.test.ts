import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { seedOnline, seedRejected } from './online-scene.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const branch = await app.branch(clinic)
const doctor = await app.doctor([branch])
const patient = await app.patient(branch, {
  ...{ first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000123', language: 'en' },
})
const { failedId, openId, paidId } = await seedOnline(app, clinic, { branch, doctor, patient })
const { invoiceId, number } = await seedRejected(app, clinic, { branch, doctor, patient })
const room = `${app.url}/c/${clinic.company_id}/money/online`
const linkOf = async (id: string) => {
  const [row] = await app.sql<Record<'status' | 'closed_reason' | 'sent_at' | 'refund_asked_at', string | null>>(
    'select status, closed_reason, sent_at, refund_asked_at from online_payment where id = $1',
    [id],
  )
  return row ?? assert.fail()
}

test('what the authority rejected comes first, in words, and is reported again; how long it has not answered is told', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, room)
  const rejected = page.getByRole('region', { name: 'E-invoices' })
  await rejected.getByText('The amounts do not add up as the authority computes them.').waitFor()
  await rejected.getByText(/SANDBOX-13/).waitFor()
  await rejected
    .getByRole('status')
    .getByText(/1\W* report has no answer/)
    .waitFor()
  await rejected.getByRole('link', { name: new RegExp(`Open invoice .*${number}`) }).waitFor()
  const links = page.getByRole('table', { name: 'Payment links' }).getByRole('row')
  await links.nth(4).waitFor()
  await links.nth(1).getByText('Failed').waitFor()
  await assertAccessible(page, 'online payments')
  await rejected.getByRole('button', { name: 'Report again' }).press('Enter')
  await rejected.getByText('No e-invoice is to be reported again.').waitFor()
  await rejected.getByText(/2\W* reports have no answer/).waitFor()
  const attempts = await app.sql(
    'select attempt_number, status from einvoice_submission where invoice_id = $1 order by attempt_number',
    [invoiceId],
  )
  assert.deepEqual(attempts, [
    { attempt_number: 1, status: 'REJECTED' },
    { attempt_number: 2, status: 'PENDING' },
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('F shows what failed; a link is sent again at its address, and an open one is closed for a reason', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room)
  const links = page.getByRole('table', { name: 'Payment links' }).getByRole('row')
  await links.nth(4).waitFor()
  assert.equal(await page.getByRole('region', { name: 'E-invoices' }).count(), 0, 'the desk reports nothing')
  await page.keyboard.press('f')
  await links.nth(2).waitFor({ state: 'detached' })
  assert.match(page.url(), /state=FAILED/)
  await links.nth(1).getByRole('button').press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Payment link' })
  await drawer.getByText('The last attempt did not go through. The link can still be paid.').waitFor()
  await assertAccessible(page, 'a link', ['[role=dialog]'])
  await drawer.getByRole('button', { name: 'Send link' }).press('Enter')
  await said(page, 'The link is on its way')
  await eventually(async () => (await linkOf(failedId)).sent_at !== null, true)
  await drawer.getByRole('button', { name: 'Send again' }).waitFor()
  const messages = await app.sql<{ text: string }>("select text from communication where text like '%/pay/%'", [])
  assert.equal(messages.length, 1)
  await openAt(page, `${room}?open=${openId}`)
  await drawer.getByRole('button', { name: 'Close link' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Close the link' })
  await asked.getByRole('button', { name: 'Close link' }).press('Enter')
  await asked.getByText('Say why.').waitFor()
  await asked.getByLabel('Reason').fill('Pays at the desk')
  await asked.getByRole('button', { name: 'Close link' }).press('Enter')
  await asked.waitFor({ state: 'detached' })
  await eventually(async () => (await linkOf(openId)).closed_reason, 'CANCELED')
  assert.equal(await drawer.getByRole('button', { name: 'Refund' }).count(), 0)
  assert.deepEqual(violations, [])
  await close()
})

test('what was paid by a link is given back through the provider, in the background', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, `${room}?open=${paidId}`)
  const drawer = page.getByRole('dialog', { name: 'Payment link' })
  await drawer.getByRole('button', { name: 'Refund' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Refund the online payment' })
  await asked.getByLabel('Reason').fill('Was not done')
  await asked.getByRole('button', { name: 'Refund' }).press('Enter')
  await asked.waitFor({ state: 'detached' })
  await drawer.getByText('The money is on its way back.').waitFor()
  assert.notEqual((await linkOf(paidId)).refund_asked_at, null)
  assert.deepEqual(violations, [])
  await close()
})

test('an invoice that was rejected is corrected where it is shown, with the figures of the clinic as one types', async () => {
  await app.sql("update einvoice_submission set status = 'CANCELLED' where invoice_id = $1 and attempt_number = 2", [
    invoiceId,
  ])
  await app.sql("update invoice set e_invoice_status = 'REJECTED' where id = $1", [invoiceId])
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, `${app.url}/c/${clinic.company_id}/money?open=${invoiceId}`)
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await drawer.getByRole('button', { name: 'Edit items' }).press('Enter')
  await drawer.getByText(/The tax authority rejected it/).waitFor()
  const figures = drawer.getByRole('region', { name: 'It would be' })
  await drawer.getByLabel(/^Discount: .*Scaling/).fill('0.13')
  // 100 with the tax of the patient.
  await figures
    .getByText(/115\.00/)
    .first()
    .waitFor()
  await assertAccessible(page, 'the items of an invoice', ['[role=dialog]'])
  await drawer.getByLabel(/^Discount: .*Scaling/).fill('none')
  await drawer.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await drawer.getByText('Type an amount, 0 or more.').waitFor()
  await drawer.getByLabel(/^Discount: .*Scaling/).fill('0.13')
  await drawer.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await said(page, 'The invoice is changed.')
  await drawer.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(await app.sql('select total_minor from invoice where id = $1', [invoiceId]), [
    { total_minor: 11_500 },
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('a link is made where an invoice is shown, and copied where it is not sent', async () => {
  const [open] = await app.sql<{ invoice_id: string }>('select invoice_id from online_payment where id = $1', [openId])
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, `${app.url}/c/${clinic.company_id}/money?open=${open?.invoice_id}`)
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await drawer.getByRole('button', { name: 'Payment link' }).press('Enter')
  const part = drawer.getByRole('region', { name: 'Payment link' })
  await part.getByLabel('How').selectOption({ label: 'I copy the link' })
  await part.getByRole('button', { name: 'Make link' }).press('Enter')
  await said(page, 'The link is made.')
  await part.getByText(/\/pay\/[0-9a-f]{32}/).waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('in Arabic on a phone the room, a link and the items of an invoice fit', async () => {
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'owner' }, arabic)
  await openAt(page, room)
  await page.getByRole('list', { name: 'روابط الدفع' }).waitFor()
  await assertFits(page, 'online payments on a phone')
  await assertAccessible(page, 'online payments on a phone')
  await openAt(page, `${room}?open=${failedId}`)
  await page.getByRole('button', { name: 'إرسال ثانية' }).waitFor()
  await assertFits(page, 'a link on a phone')
  await openAt(page, `${app.url}/c/${clinic.company_id}/money?open=${invoiceId}`)
  await page.getByRole('button', { name: 'تعديل البنود' }).tap()
  await page.getByLabel(/^الخصم: /).waitFor()
  await assertFits(page, 'the items of an invoice on a phone')
  await assertAccessible(page, 'the items of an invoice on a phone')
  assert.deepEqual(violations, [])
  await close()
})
