import { closedReason } from '../../domain/billing/online-payment-row.ts'
import { publicPage } from '../../http/public-page.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { exponentOf, toMajor } from '../../kernel/values/money.ts'
import type { PayerView } from './payer-view.ts'
import { type Language, TEXTS, type Texts } from './texts.ts'

/** What is said besides the payment itself, because of what the payer has just done. */
export type Notice = 'failed' | 'canceled' | 'confirming' | 'busy' | 'unreachable'

export interface PaymentPage extends PayerView {
  language: Language
  notice?: Notice
}

const LOOK_AGAIN_SECONDS = 5

/** The payer's page: what is to be paid to whom, and the way to do it, or how it ended. */
export function paymentPage(page: PaymentPage): string {
  const { clinic, language, notice, isTest, phone } = page
  const clinicName = (language === 'ar' && clinic.name_ar) || clinic.name
  const words = TEXTS[language]
  const frame = { language, words, clinicName, isTest, phone }
  if (page.state === 'closed') return publicPage(frame, closed(page, words))
  const again = { seconds: LOOK_AGAIN_SECONDS, url: `?back=1&lang=${language}` }
  return publicPage(
    { ...frame, ...(notice === 'confirming' && { refresh: again }) },
    html`<section class="card ${page.state}">
<h1 class="caption">${captionOf(page, words)}</h1>
<p class="amount"><bdi>${amountOf(page)}</bdi></p>
<p class="invoice">${words.invoice} <bdi>${page.invoiceNumber}</bdi></p>
${page.state === 'payable' ? payable(page, words) : ended(page, words)}
</section>`,
  )
}

/** A link that can no longer be paid: why, and no amount, for none is asked for any more. One whose time is over may not be closed yet. */
const closed = ({ row, invoiceNumber }: PaymentPage, words: Texts): Html => html`<section class="card alone">
<p class="invoice">${words.invoice} <bdi>${invoiceNumber}</bdi></p>
<h1 class="message">${words[closedReason(row.closed_reason ?? 'EXPIRED')]}</h1>
</section>`

/** A page that says one thing: that no payment has this link, or that we failed. */
export const messagePage = (language: Language, message: 'unknown' | 'tooMany' | 'trouble'): string =>
  publicPage(
    { language, words: TEXTS[language], clinicName: null },
    html`<section class="card alone"><h1>${TEXTS[language][`${message}Title`]}</h1>
<p class="message">${TEXTS[language][message]}</p></section>`,
  )

const captionOf = ({ state }: PaymentPage, words: Texts): string =>
  state === 'paid' ? words.paid : state === 'refunded' ? words.givenBack : words.toPay

/** Latin digits and the Gregorian calendar in both languages, as everywhere in the product. */
const localeOf = (language: Language, country: string): string =>
  language === 'ar' ? `ar-${country}-u-ca-gregory-nu-latn` : 'en-GB'

function amountOf({ row, clinic, language }: PaymentPage): string {
  const decimals = exponentOf(clinic.currency)
  const format = new Intl.NumberFormat(localeOf(language, clinic.country), {
    style: 'currency',
    currency: clinic.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(toMajor(row.amount_minor, clinic.currency))
}

function payable(page: PaymentPage, words: Texts): Html {
  const notice = page.notice ?? (page.row.status === 'FAILED' ? 'failed' : undefined)
  return html`${notice && html`<p class="notice" role="status">${words[notice]}</p>`}
${notice !== 'confirming' && (page.gateway?.servedHere ? sandboxForm(page, words) : gatewayForm(page, words))}`
}

const gatewayForm = ({ language }: PaymentPage, words: Texts) => html`<form method="post" action="?lang=${language}">
<button class="primary" name="action" value="continue">${words.continue}</button>
</form>
<p class="small">${words.secure}</p>`

const sandboxForm = (page: PaymentPage, words: Texts) => html`<form method="post" action="?lang=${page.language}">
<button class="primary" name="action" value="pay">${words.pay(amountOf(page))}</button>
<button name="action" value="decline">${words.decline}</button>
<button class="quiet" name="action" value="cancel">${words.cancel}</button>
</form>`

function ended(page: PaymentPage, words: Texts): Html {
  const { state, receiptNumber } = page
  if (state === 'unavailable') return html`<p class="message">${words.unavailable}</p>`
  return html`${SIGN[state === 'paid' ? 'paid' : 'refunded']}
<p class="message">${state === 'paid' ? words.success : words.refunded}</p>
<dl><dt>${words.on}</dt><dd><bdi>${dateOf(page)}</bdi></dd><dt>${words.receipt}</dt><dd><bdi dir="ltr">${receiptNumber}</bdi></dd></dl>`
}

/** On the clinic's clock. */
const dateOf = ({ row, clinic, language }: PaymentPage): string =>
  new Intl.DateTimeFormat(localeOf(language, clinic.country), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: clinic.time_zone,
  }).format(new Date(row.paid_at ?? row.updated_at))

const SIGN = {
  paid: html`<svg class="sign" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30"/><path d="M19 33l9 9 17-19"/></svg>`,
  refunded: html`<svg class="sign" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30"/><path d="M24 26h14a8 8 0 010 16h-8M30 19l-7 7 7 7"/></svg>`,
}
