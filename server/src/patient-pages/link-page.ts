import type { LinkState } from '../domain/links/patient-link.ts'
import type { LinkedThing } from '../domain/patient-links/linked-thing.ts'
import type { PageMessage } from '../http/page-problems.ts'
import { type PageLanguage, publicPage } from '../http/public-page.ts'
import { html } from '../kernel/values/html.ts'
import type { ASKED_TEXTS } from './link-texts.ts'

type Words = Readonly<Record<keyof (typeof ASKED_TEXTS)['en'], string>>

/** What is read on a page of one kind: why it shows nothing any more, by how its link stands, and what follows an answer. */
export type LinkWords = Readonly<
  Record<
    PageLanguage,
    Words & { title: string; gate: string; thanks: string; thanksNext: string } & Record<
        Exclude<LinkState, 'OPEN'>,
        string
      >
  >
>

export interface LinkPage<Shown extends LinkedThing> {
  shown: Shown
  words: LinkWords
  language: PageLanguage
  isTest: boolean
}

export const frameOf = ({ shown, words, language, isTest }: LinkPage<LinkedThing>) => ({
  ...{ language, words: words[language], isTest, phone: shown.phone },
  clinicName: (language === 'ar' && shown.clinic_name_ar) || shown.clinic_name,
})

/** Before anything is shown: who opens it says in which year the patient was born, or that they want to see it. */
export function gatePage(page: LinkPage<LinkedThing>, problem?: 'wrong' | 'locked'): string {
  const words = page.words[page.language]
  const asked = html`<label>${words.year}
<input name="year" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" minlength="4" autocomplete="off" required></label>
<p class="small">${words.yearHint}</p>`
  return publicPage(
    frameOf(page),
    html`<section class="card alone"><h1>${words.gate}</h1>
${problem && html`<p class="notice" role="alert">${words[problem]}</p>`}
<form method="post" action="?lang=${page.language}">
${page.shown.asksBirthYear && asked}
<button class="primary" name="action" value="show">${words.show}</button>
</form></section>`,
  )
}

/** What an answer is answered with. */
export function thanksPage(page: LinkPage<LinkedThing>): string {
  const { thanks, thanksNext } = page.words[page.language]
  return publicPage(
    frameOf(page),
    html`<section class="card alone"><h1>${thanks}</h1><p class="message" role="status">${thanksNext}</p></section>`,
  )
}

/** A link that shows nothing any more: why, and whom to call. What could not be answered although it is open was changed. */
export function overPage(page: LinkPage<LinkedThing>): string {
  const { state } = page.shown
  const why = page.words[page.language][state === 'OPEN' ? 'REPLACED' : state]
  return publicPage(frameOf(page), html`<section class="card alone"><h1 class="message">${why}</h1></section>`)
}

/** A page that says one thing: that nothing has this link, or that we failed. */
export const messagePage =
  (words: LinkWords) =>
  (language: PageLanguage, message: PageMessage): string =>
    publicPage(
      { language, words: words[language], clinicName: null },
      html`<section class="card alone"><h1>${words[language][`${message}Title`]}</h1>
<p class="message">${words[language][message]}</p></section>`,
    )
