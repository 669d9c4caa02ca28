import type { RECEIPT_LANGUAGES } from '@clinic/contract/staff/receipts.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { printedPage } from '../../kernel/values/printed-page.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { checkedSignatures } from '../signatures/signature.ts'
import type { QuotationRow } from './quotation.ts'
import { documentOf } from './quotation-link.ts'
import { isSignable, optionsBeside, quotationState, todayOf } from './quotation-state.ts'

type Language = (typeof RECEIPT_LANGUAGES)[number]

const WORDS = {
  en: { title: 'Quotation', signed: 'Signed by', gone: 'What it said is not kept any more.' },
  ar: { title: 'عرض السعر', signed: 'وقّعه', gone: 'لم يعد نصه محفوظًا.' },
} as const

const both = (word: keyof (typeof WORDS)['en']): Html =>
  html`<span lang="en">${WORDS.en[word]}</span> <span lang="ar">${WORDS.ar[word]}</span>`

/** The option that was accepted; before that those that can be, beside each other; once none can be, the one that is asked for. */
async function printedOptions(tx: Tx, asked: QuotationRow): Promise<readonly QuotationRow[]> {
  const options = await optionsBeside(tx, asked)
  const accepted = options.filter(({ signed }) => signed)
  if (accepted.length > 0) return accepted
  const open = options.filter(option => isSignable(quotationState(option, todayOf(tx))))
  return open.some(({ id }) => id === asked.id) ? open : [asked]
}

/** A quotation as a page of its own, for a printer: each option to the byte as the patient reads and signs it, on sheets. */
export async function quotationPaper(tx: Tx, id: string, language: Language) {
  const asked = await tx.get('quotation', id)
  const options = await printedOptions(tx, asked)
  const [documents, signatures] = await Promise.all([
    Promise.all(options.map(option => documentOf(tx, option.id))),
    checkedSignatures(
      tx,
      options.map(option => option.id),
    ),
  ])
  const signed = signatures.map(
    ({ name, created_at }) =>
      html`<p class="signed">${both('signed')} <bdi>${name ?? ''}</bdi> · <bdi dir="ltr">${localDate(Date.parse(created_at), tx.clinic.timeZone)}</bdi></p>`,
  )
  const sheets = documents.map(({ document }) =>
    document.html === null ? html`<p>${both('gone')}</p>` : { markup: document.html },
  )
  return { id, patient_id: asked.patient_id, html: pageOf(language, html`${sheets}${signed}`) }
}

const pageOf = (language: Language, body: Html): string =>
  printedPage({
    language,
    title: spoken => WORDS[spoken].title,
    style: 'offer.css',
    main: html`<main class="offers" data-language="${language}">
<h1>${both('title')}</h1>
${body}</main>`,
  })
