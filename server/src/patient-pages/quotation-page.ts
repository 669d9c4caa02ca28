import type { LinkedQuotation } from '../domain/patient-links/linked-quotation.ts'
import { publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { frameOf, type LinkPage } from './link-page.ts'
import { TEXTS } from './quotation-texts.ts'
import { signScript } from './sign-script.ts'
import { signingFields } from './signing.ts'

interface Signing {
  /** What was answered at the gate: it is answered again by signing. */
  year: string
  problem?: 'missing' | 'tooLarge'
  /** What was typed before. */
  name?: string
  chosen?: string
}

const checked: Html = { markup: 'checked' }

/** The options side by side, each as it was frozen, and the place to sign. */
export function offerPage(page: LinkPage<LinkedQuotation>, { year, problem, name = '', chosen }: Signing): string {
  const { language, shown } = page
  const words = TEXTS[language]
  const { options } = shown
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
${signingFields(shown, language, name)}
</form>
${signScript}`,
  )
}
