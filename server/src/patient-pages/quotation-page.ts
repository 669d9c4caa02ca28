import type { LinkedQuotation } from '../domain/patient-links/linked-quotation.ts'
import { publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { type Language, TEXTS } from './quotation-texts.ts'
import { signScript } from './sign-script.ts'

export interface QuotationPage {
  offer: LinkedQuotation
  language: Language
  isTest: boolean
}

const frameOf = ({ offer, language, isTest }: QuotationPage) => ({
  ...{ language, words: TEXTS[language], isTest, phone: offer.phone },
  clinicName: (language === 'ar' && offer.clinic_name_ar) || offer.clinic_name,
})

/** Before anything is shown: who opens it says in which year the patient was born, or that they want to see it. */
export function gatePage(page: QuotationPage, problem?: 'wrong' | 'locked'): string {
  const words = TEXTS[page.language]
  const { asksBirthYear } = page.offer
  const asked = html`<label>${words.year}
<input name="year" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" minlength="4" autocomplete="off" required></label>
<p class="small">${words.yearHint}</p>`
  return publicPage(
    frameOf(page),
    html`<section class="card"><h1>${words.gate}</h1>
${problem && html`<p class="notice" role="alert">${words[problem]}</p>`}
<form method="post" action="?lang=${page.language}">
${asksBirthYear && asked}
<button class="primary" name="action" value="show">${words.show}</button>
</form></section>`,
  )
}

interface Signing {
  /** What was answered at the gate: it is answered again by signing. */
  year: string
  problem?: 'missing' | 'tooLarge'
  /** What was typed before. */
  name?: string
  chosen?: string
}

/** The options side by side, each as it was frozen, and the place to sign. */
export function offerPage(page: QuotationPage, { year, problem, name = '', chosen }: Signing): string {
  const { language, offer } = page
  const words = TEXTS[language]
  const { options } = offer
  const isOne = options.length === 1
  const cards = options.map(
    ({ quotation, document }) => html`<div class="option">${{ markup: document.html ?? '' }}
<label class="choice"><input type="radio" name="option" value="${quotation.id}" required ${(isOne || quotation.id === chosen) && checked}><span>${words.accept} <bdi>${quotation.option_label}</bdi></span></label></div>`,
  )
  return publicPage(
    { ...frameOf(page), isWide: !isOne },
    html`<h1 class="caption">${isOne ? words.one : words.choose}</h1>
<form method="post" action="?lang=${language}" class="signing">
${problem && html`<p class="notice" role="alert">${words[problem]}</p>`}
<input type="hidden" name="year" value="${year}">
<div class="options">${cards}</div>
<label>${offer.isMinor ? words.guardian : words.name}
<input name="name" value="${name}" maxlength="200" autocomplete="name" required></label>
<div class="drawing" hidden><p id="drawing">${words.drawing}</p>
<canvas role="img" aria-labelledby="drawing"></canvas>
<input type="hidden" name="drawing" value="">
<p class="small">${words.drawingHint}</p>
<button type="button" class="quiet">${words.clear}</button></div>
<button class="primary" name="action" value="sign">${words.sign}</button>
</form>
${signScript}`,
  )
}

const checked: Html = { markup: 'checked' }

/** What a signature is answered with. */
export function thanksPage(page: QuotationPage): string {
  const words = TEXTS[page.language]
  return publicPage(
    frameOf(page),
    html`<section class="card alone"><h1>${words.thanks}</h1><p class="message" role="status">${words.thanksNext}</p></section>`,
  )
}

/** A link that shows nothing any more: why, and whom to call. */
export const overPage = (page: QuotationPage): string =>
  publicPage(
    frameOf(page),
    html`<section class="card alone"><h1 class="message">${TEXTS[page.language][overAs(page.offer)]}</h1></section>`,
  )

/** What could not be signed although its link is open was changed by the clinic. */
const overAs = ({ state }: LinkedQuotation) => (state === 'OPEN' ? 'REPLACED' : state)

/** A page that says one thing: that nothing has this link, or that we failed. */
export const messagePage = (language: Language, message: 'unknown' | 'tooMany' | 'trouble'): string =>
  publicPage(
    { language, words: TEXTS[language], clinicName: null },
    html`<section class="card alone"><h1>${TEXTS[language][`${message}Title`]}</h1>
<p class="message">${TEXTS[language][message]}</p></section>`,
  )
