import { mayEnter } from '../../domain/staff/session.ts'
import { html } from '../../kernel/values/html.ts'
import { callbackHref, type FormPage, hidden, nameOf, otherLanguage } from './consent-page.ts'
import { ICONS } from './icons.ts'
import { layout, letterOf, sentence } from './layout.ts'
import { TEXTS } from './texts.ts'

/** Asks which clinic: a connection is with one (specification, OAuth rule 4). Nothing is chosen beforehand. */
export function chooserPage({ language, pendingId, csrf, pending, session, clinics }: FormPage): string {
  const words = TEXTS[language]
  return layout(
    { language, title: words.chooseTitle, languageHref: callbackHref(pendingId, otherLanguage(language), '&choose=1') },
    html`<main class="card small">
<h1>${words.chooseTitle}</h1>
<p class="lead">${sentence(words.chooseText(pending.client_name), pending.client_name)}</p>
<form method="post" action="/oauth/consent?lang=${language}">
${hidden({ flow: pendingId, csrf, step: 'clinic' })}
<div class="clinics">
${clinics.map(
  ({
    clinic,
  }) => html`<label class="clinic"><input type="radio" name="company_id" value="${clinic.company_id}" required>
<span class="mark" aria-hidden="true">${letterOf(nameOf(clinic, language))}</span>
<span class="text"><b><bdi>${nameOf(clinic, language)}</bdi></b>
${clinic.sandbox && html`<span class="more">${words.testClinic}</span>`}
${!mayEnter(session, clinic) && html`<span class="more">${words.needsSecondFactor}</span>`}</span></label>`,
)}
</div>
<div class="actions">
<button class="no" name="decision" value="deny" formnovalidate>${words.cancel}</button>
<button>${words.continue}</button>
</div>
</form>
</main>`,
  )
}

/** No clinic of the person's can be connected: the client is told, if the person wants. */
export function noClinicPage({ language, pendingId, csrf }: FormPage): string {
  const words = TEXTS[language]
  return layout(
    { language, title: words.noClinicTitle, languageHref: callbackHref(pendingId, otherLanguage(language)) },
    html`<main class="card small">
<div class="sign warn">${ICONS.warning}</div>
<h1>${words.noClinicTitle}</h1>
<p class="lead">${words.noClinicText}</p>
<form method="post" action="/oauth/consent?lang=${language}">
${hidden({ flow: pendingId, csrf, step: 'consent' })}
<div class="actions"><button class="no" name="decision" value="deny">${words.cancel}</button></div>
</form>
</main>`,
  )
}
