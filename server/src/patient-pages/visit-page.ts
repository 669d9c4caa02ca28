import { isAnswerable, type LinkedVisit } from '../domain/reminders/visit-link.ts'
import { publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { type Language, TEXTS, type Words } from './visit-texts.ts'

interface VisitPage {
  visit: LinkedVisit
  language: Language
  isTest: boolean
}

const frameOf = ({ visit, language, isTest }: VisitPage) => ({
  ...{ language, words: TEXTS[language], isTest, phone: visit.phone },
  clinicName: (language === 'ar' && visit.clinic_name_ar) || visit.clinic_name,
})

/** When and with whom the visit is, and whether the patient comes: it names no patient. */
export function visitPage(page: VisitPage): string {
  const { visit, language } = page
  const words = TEXTS[language]
  const isArabic = language === 'ar'
  const facts = [
    [words.doctor, (isArabic && visit.doctor_name_ar) || visit.doctor_name],
    [words.branch, (isArabic && visit.branch_name_ar) || visit.branch_name],
    [words.address, visit.address],
  ] as const
  return publicPage(
    frameOf(page),
    html`<section class="card">
<h1 class="caption">${words.caption}</h1>
<p class="amount when"><bdi>${whenOf(page)}</bdi></p>
<dl>${facts.map(([label, value]) => value && html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>
${answerOf(page, words)}
</section>`,
  )
}

/** A link that shows nothing any more: why, and whom to call. */
export function overPage(page: VisitPage): string {
  const words = TEXTS[page.language]
  const message = page.visit.is_over ? words.over : words.canceled
  return publicPage(frameOf(page), html`<section class="card alone"><h1 class="message">${message}</h1></section>`)
}

/** A page that says one thing: that no visit has this link, or that we failed. */
export const messagePage = (language: Language, message: 'unknown' | 'tooMany' | 'trouble'): string =>
  publicPage(
    { language, words: TEXTS[language], clinicName: null },
    html`<section class="card alone"><h1>${TEXTS[language][`${message}Title`]}</h1>
<p class="message">${TEXTS[language][message]}</p></section>`,
  )

function answerOf({ visit, language }: VisitPage, words: Words): Html {
  if (!isAnswerable(visit)) return html`<p class="message">${words.here}</p>`
  const said = visit.wants_change ? words.declined : visit.status === 'CONFIRMED' ? words.confirmed : undefined
  const isConfirmed = visit.status === 'CONFIRMED' && !visit.wants_change
  return html`${said && html`<p class="message" role="status">${said}</p>`}
<form method="post" action="?lang=${language}">
${!isConfirmed && html`<button class="primary" name="answer" value="confirm">${words.confirm}</button>`}
${!visit.wants_change && html`<button name="answer" value="decline">${words.decline}</button>`}
</form>`
}

/** On the clinic's clock, in Latin digits and the Gregorian calendar. */
const whenOf = ({ visit, language }: VisitPage): string =>
  new Intl.DateTimeFormat(language === 'ar' ? `ar-${visit.country}-u-ca-gregory-nu-latn` : 'en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone: visit.time_zone,
  }).format(new Date(visit.starts_at))
