import { type LinkedConsent, linkedConsent } from '../domain/patient-links/linked-consent.ts'
import { signConsentByLink } from '../domain/patient-links/sign-by-link.ts'
import { publicPage } from '../http/public-page.ts'
import { html } from '../kernel/values/html.ts'
import { TEXTS } from './consent-texts.ts'
import { frameOf, type LinkPage } from './link-page.ts'
import type { PageKind } from './link-pages.ts'
import { SIGNING_HEADERS, signScript } from './sign-script.ts'
import { SIGNING_BYTES, signatureIn, signingFields } from './signing.ts'

interface Signing {
  year: string
  problem?: 'missing' | 'tooLarge'
  name?: string
}

/** What is agreed to, as it was frozen, and the place to sign. */
function consentPage(page: LinkPage<LinkedConsent>, { year, problem, name = '' }: Signing): string {
  const { language, shown } = page
  const words = TEXTS[language]
  return publicPage(
    frameOf(page),
    html`<h1 class="caption">${words.read}</h1>
<form method="post" action="?lang=${language}" class="signing">
${problem && html`<p class="notice" role="alert">${words[problem]}</p>`}
<input type="hidden" name="year" value="${year}">
<div class="option">${{ markup: shown.html }}</div>
${signingFields(shown, language, name)}
</form>
${signScript}`,
  )
}

/** Where patients read what they are asked to agree to and sign it, `/p/consent/<token>`. */
export const consentPages: PageKind<LinkedConsent> = {
  name: 'consent',
  words: TEXTS,
  acts: { view: 'viewConsent', open: 'openConsent', answer: 'signConsent' },
  formBytes: SIGNING_BYTES,
  headers: SIGNING_HEADERS,
  read: linkedConsent,
  page: (page, year) => consentPage(page, { year }),
  take(page, form, sender) {
    const signature = signatureIn(form, page.shown, sender)
    if (typeof signature !== 'string')
      return { write: tx => signConsentByLink(tx, { ...signature, consentId: page.shown.subjectId }) }
    const [year, name] = [form.get('year') ?? '', form.get('name') ?? '']
    return { again: consentPage(page, { year, name, problem: signature }) }
  },
}
