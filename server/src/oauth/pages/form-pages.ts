import { ASSISTANT_SCOPES, type AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { CONTACTS_SCOPE } from '../../domain/assistants/assistant-policy.ts'
import { mayEnter, type StaffClinic } from '../../domain/staff/session.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import type { GrantableClinic } from '../grantable-clinics.ts'
import type { PendingRequest } from '../pending-request.ts'
import { loginHref, type Places } from '../places.ts'
import { isOptional } from '../scopes.ts'
import type { CallbackResult } from '../visit.ts'
import { ICONS } from './icons.ts'
import { layout, letterOf, sentence } from './layout.ts'
import { small } from './message-page.ts'
import { type Language, TEXTS, type Texts } from './texts.ts'

/** What all forms carry: which pending request it is, and the proof that our page was shown for it. */
interface FormPage extends CallbackResult {
  language: Language
  pendingId: string
  csrf: string
  /** Where another person logs in and comes back to this request. */
  loginHref: string
}

interface ConsentPage extends FormPage {
  chosen: GrantableClinic
}

const nameOf = (clinic: Pick<StaffClinic, 'name' | 'name_ar'>, language: Language): string =>
  (language === 'ar' && clinic.name_ar) || clinic.name

export const callbackHref = (pendingId: string, language: Language, more = ''): string =>
  `/oauth/callback?flow=${encodeURIComponent(pendingId)}&lang=${language}${more}`

const otherLanguage = (language: Language): Language => (language === 'ar' ? 'en' : 'ar')

/** Asks the person: who wants to read, from which clinic, what, and for how long. */
export function consentPage(page: ConsentPage): string {
  const { language, pendingId, csrf, pending, chosen } = page
  const words = TEXTS[language]
  const fields = { flow: pendingId, csrf, step: 'consent', company_id: chosen.clinic.company_id }
  return layout(
    { language, title: words.title, languageHref: callbackHref(pendingId, otherLanguage(language)) },
    html`<main class="card split">
<section class="who">
<div class="pair" aria-hidden="true"><span class="mark app">${letterOf(pending.client_name)}</span>${ICONS.link}<span class="mark">${letterOf(nameOf(chosen.clinic, language))}</span></div>
<h1>${sentence(words.connectTitle(pending.client_name), pending.client_name)}</h1>
${anchorOf(pending, words)}
${whereAndWho(page, words)}
${goodToKnow(page, words, 'wide')}
</section>
<section class="what">
<form method="post" action="/oauth/consent?lang=${language}">
${hidden(fields)}
<fieldset><legend>${words.mayRead}</legend>
${chosen.scopes.map(scope => scopeRow(scope, language))}
</fieldset>
${never(page, words)}
${goodToKnow(page, words, 'narrow')}
<div class="actions arm">
<button class="no" name="decision" value="deny">${words.deny}</button>
<button name="decision" value="allow">${words.allow}</button>
</div>
</form>
</section>
</main>`,
  )
}

const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

const isLoopback = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/** The address is what the client cannot choose freely, so it is what the person is asked to trust. */
function anchorOf({ client_verified: verified, redirect_uri: redirectUri }: PendingRequest, words: Texts): Html {
  const { host, hostname } = new URL(redirectUri)
  const trusted = verified && !isLoopback(hostname)
  const warning = isLoopback(hostname) ? words.loopbackNote : verified ? undefined : words.unverifiedNote
  return html`<div class="anchor ${!trusted && 'warn'}"><p class="label">${words.answersGoTo}</p>
<p class="host">${trusted ? ICONS.lock : ICONS.warning}<bdi dir="ltr">${host}</bdi></p>
<span class="tag ${!verified && 'warn'}">${verified ? words.verified : words.unverified}</span>
<p class="hint">${words.namedItself}</p>
${warning !== undefined && html`<p class="hint">${warning}</p>`}</div>`
}

function whereAndWho({ language, pendingId, session, clinics, chosen, loginHref }: ConsentPage, words: Texts): Html {
  const person = (language === 'ar' && session.name_ar) || session.name
  return html`<dl>
<div><dt>${words.clinic}</dt><dd><bdi>${nameOf(chosen.clinic, language)}</bdi> ${chosen.clinic.sandbox && html`<span class="tag warn">${words.testClinic}</span>`}
${clinics.length > 1 && html`<span class="more"><a href="${callbackHref(pendingId, language, '&choose=1')}">${words.otherClinic}</a></span>`}</dd></div>
<div><dt>${words.signedInAs}</dt><dd><bdi>${person}</bdi><span class="more"><bdi dir="ltr">${session.email}</bdi> · <a href="${loginHref}">${words.notYou}</a></span></dd></div>
</dl>`
}

function scopeRow(scope: AssistantScope, language: Language): Html {
  const words = TEXTS[language]
  const { question, sensitive } = ASSISTANT_SCOPES[scope]
  const text = html`<span class="text"><span class="say">${ASSISTANT_SCOPES[scope][language]}</span><span class="ask">${tagOf(scope, words)}${sensitive ? words.sensitiveNote : html`<q>${question[language]}</q>`}</span></span>`
  if (!isOptional(scope)) return html`<div class="row fixed">${ICONS.tick}${text}</div>`
  return html`<label class="row ${sensitive && 'sensitive'}"><input type="checkbox" name="scope" value="${scope}"${!sensitive && html` checked`}>${text}</label>`
}

function tagOf(scope: AssistantScope, words: Texts): Html | false {
  if (!isOptional(scope)) return html`<span class="tag quiet">${words.always}</span>`
  return ASSISTANT_SCOPES[scope].sensitive && html`<span class="tag warn">${words.sensitive}</span>`
}

const item = (icon: Html, text: Html | string): Html => html`<li>${icon}<span>${text}</span></li>`

function never({ chosen }: ConsentPage, { cannot, cannotList }: Texts): Html {
  const { change, contacts, contactsUnlessAllowed, clinics } = cannotList
  const texts = [change, chosen.scopes.includes(CONTACTS_SCOPE) ? contactsUnlessAllowed : contacts, clinics]
  return html`<div class="facts"><h2>${cannot}</h2>
<ul>${texts.map(text => item(ICONS.cross, text))}</ul></div>`
}

/** Beside what is asked where the page is wide, and below it where it is narrow. */
function goodToKnow({ pending, chosen }: ConsentPage, words: Texts, shape: 'wide' | 'narrow'): Html {
  const { host } = new URL(pending.redirect_uri)
  return html`<div class="facts ${shape}"><h2>${words.goodToKnow}</h2>
<ul>
${item(ICONS.globe, sentence(words.outside(host), host))}
${item(ICONS.clock, words.ends(chosen.maxDays))}
${item(ICONS.unplug, words.disconnect)}
${item(ICONS.eye, words.owner)}
</ul></div>`
}

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

/** The chosen clinic asks for a second factor that this login has not given. */
export function secondFactorPage(
  { language, pendingId, session, clinics, chosen }: Omit<FormPage, 'csrf' | 'loginHref'>,
  places: Places,
): string {
  const words = TEXTS[language]
  const { second_factor_enrolled: enrolled } = session
  const more = { step_up: '2fa', ...(chosen && { clinic: chosen.clinic.company_id }) }
  const href = enrolled ? loginHref(places, pendingId, more) : `${places.webOrigin}/`
  const clinicName = chosen ? nameOf(chosen.clinic, language) : ''
  const text = (enrolled ? words.secondFactorText : words.secondFactorMissing)(clinicName)
  return small(
    { language, title: words.secondFactorTitle },
    { icon: ICONS.lock, text: sentence(text, clinicName) },
    html`<a class="button" href="${href}">${enrolled ? words.confirm : words.openConsole}</a>
${clinics.length > 1 && html`<p class="lead"><a href="${callbackHref(pendingId, language, '&choose=1')}">${words.otherClinic}</a></p>`}`,
  )
}
