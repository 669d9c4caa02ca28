import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import type { Page } from 'playwright-core'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { eventsOf, payingOnline, sandboxOf, sendCallback } from '../../server/test/support/clinic/online-payments.ts'
import { startBrowser } from './browser.ts'
import { openPage, PHONE, startConsole } from './console.ts'
import { lookingAt } from './looking-at.ts'

const app = await startConsole()
const browser = await startBrowser()
const practice = await app.practice()
const { clinic, api } = practice
await payingOnline(app, clinic)
await app.sql('update clinic set name = $2, name_ar = $3 where company_id = $1', [
  clinic.company_id,
  'Nakheel Dental Group',
  'مجموعة النخيل لطب الأسنان',
])

const look = lookingAt('payment')

async function openLink(price: number, locale = 'en-GB') {
  const { id: invoiceId } = await issueInvoice(app, practice, price)
  const { data: link } = (await api.call(createPaymentLink, { invoiceId })).body
  const opened = await openPage(browser, {
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale,
  })
  await opened.page.goto(String(link.paymentLink))
  return { ...opened, invoiceId, link }
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).tap()
const outcomesOf = async (invoiceId: string) =>
  (await eventsOf(app, invoiceId)).map(([type]) => type).filter(type => /^(onlinepayment|payment)\./.test(type))
const paymentsOn = (invoiceId: string) => app.sql('select id from payment where invoice_id = $1', [invoiceId])

test('a payer pays on a phone: one payment and one event, also when the gateway tells it three times more', async () => {
  const { page, violations, invoiceId, link, close } = await openLink(402.5)
  await look(page, 'en-asked')
  await press(page, /^Pay/)
  await page.getByText('Thank you').waitFor()
  await look(page, 'en-paid')
  const news = { id: link.id, reference: 'again', outcome: 'SUCCESS', amountMinor: 40_250, currency: 'SAR' } as const
  const told = sandboxOf(clinic).callback(news)
  for (let time = 0; time < 3; time++) assert.equal((await sendCallback(app, clinic, told)).status, 200)
  assert.equal((await paymentsOn(invoiceId)).length, 1)
  assert.deepEqual(await outcomesOf(invoiceId), ['payment.created', 'onlinepayment.succeeded'])
  await page.reload()
  assert.equal(await page.getByRole('button').count(), 0)
  assert.deepEqual(violations, [])
  await close()
})

for (const [how, button, said] of [
  ['declined', /declined/, 'did not go through'],
  ['cancelled', /^Cancel/, 'You canceled'],
] as const)
  test(`a payment that is ${how} costs nothing, fails once, and can be made after all`, async () => {
    const { page, violations, invoiceId, close } = await openLink(115)
    await press(page, button)
    await page.getByRole('status').filter({ hasText: said }).waitFor()
    await look(page, `en-${how}`)
    assert.deepEqual([await paymentsOn(invoiceId), await outcomesOf(invoiceId)], [[], ['onlinepayment.failed']])
    await press(page, /^Pay/)
    await page.getByText('Thank you').waitFor()
    assert.deepEqual((await outcomesOf(invoiceId)).slice(1), ['payment.created', 'onlinepayment.succeeded'])
    assert.deepEqual(violations, [])
    await close()
  })

test('the same in Arabic, from right to left, and in the other language at a touch', async () => {
  const { page, violations, close } = await openLink(1402.5, 'ar-SA')
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await look(page, 'ar-asked')
  await page.getByRole('link', { name: 'English' }).tap()
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
  await page.getByRole('link', { name: 'العربية' }).tap()
  await press(page, /محاكاة رفض البطاقة/)
  await page.getByRole('status').waitFor()
  await look(page, 'ar-declined')
  await press(page, /^ادفع/)
  await page.getByText('شكرًا لك').waitFor()
  await look(page, 'ar-paid')
  assert.deepEqual(violations, [])
  await close()
})
