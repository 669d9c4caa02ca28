import type { RECEIPT_LANGUAGES } from '@clinic/contract/staff/receipts.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { exponentOf, toMajor } from '../../kernel/values/money.ts'
import type { Named, Parties } from './paper-parties.ts'
import { RECEIPT_WORDS, type ReceiptWord } from './receipt-words.ts'

export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number]

/** How a receipt says something: words and names in its language or in both, figures the same in each. */
export interface ReceiptSpeech {
  says(word: ReceiptWord): Html
  plain(word: ReceiptWord): string
  named(name: Named): Html
  figure(text: string): Html
  /** An amount as it is printed, and the same isolated. */
  amount(minor: number): string
  money(minor: number): Html
  /** On the clinic's clock. */
  time(at: string): Html
  /** A row: what it is, and how much. */
  sum(name: Html, minor: number): Html
}

const MINUS = '\u2212'

export function receiptSpeech({ currency, timeZone }: Parties['clinic'], language: ReceiptLanguage): ReceiptSpeech {
  const decimals = exponentOf(currency)
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const figure = (text: string) => html`<bdi dir="ltr">${text}</bdi>`
  const amount = (minor: number) => `${minor < 0 ? MINUS : ''}${format.format(toMajor(Math.abs(minor), currency))}`
  const money = (minor: number) => figure(amount(minor))
  const both = (en: Html, ar: Html) =>
    html`<span lang="en" dir="ltr">${en}</span> <span lang="ar" dir="rtl">${ar}</span>`
  const word = (of: 'en' | 'ar', name: ReceiptWord) => html`${RECEIPT_WORDS[of][name]}`
  return {
    ...{ figure, amount, money },
    says: name => (language === 'both' ? both(word('en', name), word('ar', name)) : word(language, name)),
    plain: name => RECEIPT_WORDS[language === 'ar' ? 'ar' : 'en'][name],
    named({ en, ar }) {
      const arabic = ar ?? en
      if (language !== 'both' || arabic === en) return html`<bdi>${language === 'en' ? en : arabic}</bdi>`
      return both(html`<bdi>${en}</bdi>`, html`<bdi>${arabic}</bdi>`)
    },
    time(at) {
      const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
      return figure(`${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`)
    },
    sum: (name, minor) => html`<div><dt>${name}</dt><dd>${money(minor)}</dd></div>`,
  }
}
