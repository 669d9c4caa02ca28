import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { recordPayment } from '@clinic/contract/payments.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { payingOnline, sandboxOf, sendCallback } from '../../server/test/support/clinic/online-payments.ts'
import { member, PASSWORD, person } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { openPage, PHONE, startConsole } from './console.ts'
import { lookingAt } from './looking-at.ts'

const app = await startConsole()
const browser = await startBrowser()
const practice = await app.practice()
const { clinic, api } = practice
await payingOnline(app, clinic)

const look = lookingAt('notices')

/** A payer pays on a page that was open when the invoice was paid at the desk. */
async function paidTwice() {
  const { id: invoiceId } = await issueInvoice(app, practice, 402.5)
  const { id } = (await api.call(createPaymentLink, { invoiceId })).body.data
  await api.call(recordPayment, { invoiceId, amount: 402.5, type: 'CASH' })
  const news = { id, reference: 'late', outcome: 'SUCCESS', amountMinor: 40_250, currency: 'SAR' } as const
  await sendCallback(app, clinic, sandboxOf(clinic).callback(news))
}

test('the desk sees that money came through a closed link, one of them on a phone and the others behind a button, in both languages, and says when it has dealt with it', async () => {
  await paidTwice()
  await paidTwice()
  const receptionist = await person(app)
  await member(app, receptionist, clinic, 'receptionist')
  for (const [locale, words, further, done] of [
    ['ar-SA', /عبر رابط دفع مغلق[\s\S]*402\.50/, /تنبيه/, undefined],
    ['en-GB', /402\.50[\s\S]* through a closed payment link[\s\S]*credit balance/, /more/, 'Done'],
  ] as const) {
    const { page, close } = await openPage(browser, { viewport: PHONE, locale })
    await page.context().request.post(`${app.url}/staff/v1/session`, {
      data: { email: receptionist.email, password: PASSWORD },
      headers: { origin: app.url },
    })
    await page.goto(`${app.url}/assistants`)
    const told = page.getByText(words)
    const notices = page.locator('section > *')
    await told.waitFor()
    await look(page, locale)
    await page.getByRole('button', { name: further }).click()
    await told.nth(1).waitFor()
    if (done) {
      for (const left of [1, 0]) {
        await notices.filter({ hasText: words }).first().getByRole('button', { name: done }).click()
        await told.nth(left).waitFor({ state: 'detached' })
      }
      const open = await page.evaluate('fetch("/staff/v1/notices").then(answer => answer.json())')
      assert.deepEqual(open, { data: [] })
    }
    await close()
  }
})
