import type { LinkedThing } from '../domain/patient-links/linked-thing.ts'
import type { PatientSignature } from '../domain/patient-links/sign-by-link.ts'
import type { PageLanguage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { drawnSignature } from './drawn-signature.ts'
import type { Sender } from './link-pages.ts'
import { SIGNING_TEXTS } from './link-texts.ts'

/** A drawing of 60 KB, as a form sends it. */
export const SIGNING_BYTES = 131_072

/** The place to sign: a name that is typed, and a drawing where scripts run. */
export function signingFields({ isMinor }: LinkedThing, language: PageLanguage, typed: string): Html {
  const words = SIGNING_TEXTS[language]
  return html`<label>${isMinor ? words.guardian : words.name}
<input name="name" value="${typed}" maxlength="200" autocomplete="name" required></label>
<div class="drawing" hidden><p id="drawing">${words.drawing}</p>
<canvas role="img" aria-labelledby="drawing"></canvas>
<input type="hidden" name="drawing" value="">
<p class="small">${words.drawingHint}</p>
<button type="button" class="quiet">${words.clear}</button></div>
<button class="primary" name="action" value="answer">${words.sign}</button>`
}

/** How a form is signed: by the patient, or the guardian of one who is under age; or what is wrong with it. */
export function signatureIn(
  form: URLSearchParams,
  { id: linkId, isMinor }: LinkedThing,
  sender: Sender,
): PatientSignature | 'missing' | 'tooLarge' {
  const name = (form.get('name') ?? '').trim()
  if (name === '' || name.length > 200) return 'missing'
  const drawing = drawnSignature(form.get('drawing') ?? '')
  if (drawing === undefined) return 'tooLarge'
  return { ...sender, linkId, name, drawing, role: isMinor ? 'GUARDIAN' : 'PATIENT' }
}
