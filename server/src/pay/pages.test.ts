import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { recordPayment } from '@clinic/contract/payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { payerAt, payingOnline } from '../../test/support/clinic/online-payments.ts'
import { STRIPE_ACCOUNT } from '../../test/support/servers/stripe-server.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, api } = practice
await payingOnline(app, clinic)
await app.sql('update clinic set name = $2, name_ar = $3 where company_id = $1', [
  clinic.company_id,
  `<b>Palm</b> & "Sons"`,
  'مجموعة النخيل',
])

const payer = async (price = 402.5) => {
  const { id: invoiceId } = await issueInvoice(app, practice, price)
  return payerAt(app, (await api.call(createPaymentLink, { invoiceId })).body.data.paymentLink)
}
const page = await payer()

test('shows the clinic, the amount and the invoice in English, left to right', async () => {
  const markup = await page.page('?lang=en')
  assert.match(markup, /<html lang="en" dir="ltr">/)
  assert.match(markup, /SAR\u00a0402\.50/)
  assert.match(markup, /Invoice <bdi>\d+<\/bdi>/)
  for (const action of ['pay', 'decline', 'cancel']) assert.match(markup, new RegExp(`name="action" value="${action}"`))
})

test('shows the same in Arabic, right to left, with the clinic’s Arabic name and the digits of the invoice', async () => {
  const markup = await page.page('?lang=ar')
  assert.match(markup, /<html lang="ar" dir="rtl">/)
  assert.match(markup, /مجموعة النخيل/)
  assert.match(markup, /402\.50/)
  assert.doesNotMatch(markup, /[٠-٩]/)
  assert.match(markup, /href="\?lang=en"/)
})

test('speaks what the payer chose, else what the browser prefers, else what the clinic does', async () => {
  const spoken = async (query: string, headers?: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await page.page(query, headers))?.[1]
  assert.equal(await spoken('?lang=ar', { 'accept-language': 'en' }), 'ar')
  assert.equal(await spoken('', { 'accept-language': 'fr, ar-SA;q=0.9, en;q=0.8' }), 'ar')
  assert.equal(await spoken('?lang=fr', { 'accept-language': 'de' }), 'en')
})

test('escapes names, and no page may run a script, be framed, cached or give its address away', async () => {
  const response = await page.get()
  const markup = await response.text()
  assert.doesNotMatch(markup, /<b>Palm/)
  assert.match(markup, /&lt;b&gt;Palm&lt;\/b&gt; &amp; &quot;Sons&quot;/)
  assert.doesNotMatch(markup, /<script|style=/)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part), part)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
})

test('shows no name of the patient', async () => {
  assert.doesNotMatch(await page.page(), new RegExp(String(practice.patient.last_name)))
})

test('looking at a link, as previews in messages do, begins nothing', async () => {
  const looked = await payer()
  await looked.page()
  const [row] = await app.sql("select count(*)::int as begun from online_payment where status <> 'CREATED'")
  assert.deepEqual(row, { begun: 0 })
})

test('a link that no payment has leads to a page that says so', async () => {
  for (const path of ['/pay/00000000000000000000000000000000', '/pay/x', '/pay/%00', "/pay/' or 1=1"]) {
    const response = await fetch(`${app.url}${path}?lang=ar`)
    assert.equal(response.status, 404)
    assert.match(await response.text(), /هذا الرابط غير معروف/)
  }
})

test('says after a choice what became of it, on a page that can be loaded again', async () => {
  const canceling = await payer()
  const answer = await canceling.choose('cancel', 'ar')
  const location = answer.headers.get('location') ?? ''
  assert.match(location, /^\/pay\/[0-9a-f]{32}\?lang=ar&notice=canceled$/)
  const shown = await (await fetch(`${app.url}${location}`)).text()
  assert.match(shown, /ألغيت العملية/)
  await canceling.choose('decline')
  assert.match(await canceling.page(), /did not go through/)
  await canceling.choose('pay')
  assert.match(await canceling.page(), /Your payment was received/)
})

test('the receipt has a short number, of the invoice and of the payment on it, and no id', async () => {
  const { id: invoiceId, reference_id: number } = await issueInvoice(app, practice, 100)
  const paid: string[] = []
  for (const amount of [30, 70]) {
    const { paymentLink } = (await api.call(createPaymentLink, { invoiceId, amount })).body.data
    const payer = payerAt(app, paymentLink)
    await payer.choose('pay')
    for (const [language, word] of Object.entries({ en: 'Receipt', ar: 'رقم الإيصال' })) {
      const markup = await payer.page(`?lang=${language}`)
      assert.doesNotMatch(markup, /pay_|opy_/)
      paid.push(new RegExp(`<dt>${word}</dt><dd><bdi dir="ltr">([^<]+)</bdi>`).exec(markup)?.[1] ?? '')
    }
  }
  assert.deepEqual(paid, [`${number}-1`, `${number}-1`, `${number}-2`, `${number}-2`])
})

test('names the phone of the branch, else of another one that is open, for a finger to call', async () => {
  const call = async (language = 'en') =>
    /<footer>([^<]+)<a href="tel:([^"]+)"><bdi dir="ltr">([^<]+)</.exec(await page.page(`?lang=${language}`))?.slice(1)
  const phoneOf = (id: string, phones: string[]) => app.sql('update branch set phones = $2 where id = $1', [id, phones])
  const other = await app.branch(clinic, { phones: ['+966 11 000 0200'] })
  await phoneOf(practice.branch.id, ['+966 11 000 0100', '+966 11 000 0101'])
  assert.deepEqual(await call(), ['Questions? Call the clinic: ', '+966110000100', '+966 11 000 0100'])
  await phoneOf(practice.branch.id, [])
  assert.deepEqual(await call('ar'), ['للاستفسار، هاتف العيادة: ', '+966110000200', '+966 11 000 0200'])
  await phoneOf(other.id, [''])
  assert.equal(await call(), undefined)
})

test('says on every page where no money moves that it is a test, and nowhere else', async () => {
  const TEST = { en: 'Test. No money moves.', ar: 'تجريبي: لا تُحوَّل أي أموال.' }
  const said = async (of: typeof page) => {
    const shown = await Promise.all(
      Object.entries(TEST).map(async ([language, words]) => {
        const markup = await (await of.get(`?lang=${language}`)).text()
        return markup.includes(`<p class="test" role="note">${words}</p>`)
      }),
    )
    return shown.join()
  }
  const tested = await payer()
  assert.equal(await said(tested), 'true,true')
  await tested.choose('pay')
  assert.equal(await said(tested), 'true,true')
  const closed = await issueInvoice(app, practice, 100)
  const { paymentLink } = (await api.call(createPaymentLink, { invoiceId: closed.id })).body.data
  await api.call(recordPayment, { invoiceId: closed.id, amount: 100, type: 'CASH' })
  assert.equal(await said(payerAt(app, paymentLink)), 'true,true')
  const real = await app.practice()
  await payingOnline(app, real.clinic, { provider: 'stripe', settings: STRIPE_ACCOUNT })
  const invoice = await issueInvoice(app, real, 100)
  const { data } = (await real.api.call(createPaymentLink, { invoiceId: invoice.id })).body
  assert.equal(await said(payerAt(app, data.paymentLink)), 'false,false')
})

test('a choice that the page does not offer does nothing', async () => {
  const other = await payer()
  for (const action of ['continue', 'refund', '', '__proto__', 'constructor'])
    assert.equal((await other.choose(action)).status, 303)
  assert.match(await other.page(), /value="pay"/)
})

test('refuses forms that are too large or of another kind with a page', async () => {
  const { pathname } = new URL((await page.get()).url)
  const send = (body: URLSearchParams | FormData) =>
    fetch(`${app.url}${pathname}`, { method: 'POST', body, redirect: 'manual' })
  const large = await send(new URLSearchParams({ action: 'x'.repeat(2000) }))
  assert.deepEqual([large.status, large.headers.get('content-type')], [413, 'text/html; charset=utf-8'])
  assert.equal((await send(new FormData())).status, 415)
})

test('serves its style to any browser', async () => {
  const response = await fetch(`${app.url}/pay/assets/pay.css`)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
})
