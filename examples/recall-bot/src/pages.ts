import type { Choice } from './choices.ts'
import { type Html, html } from './html.ts'
import { type Language, TEXTS } from './texts.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 32rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
  header { display: flex; justify-content: space-between; gap: 1rem }
  fieldset { border: 0; padding: 0; margin: 0 0 1rem }
  legend { font-weight: 600; padding: 0 }
  button { font: inherit; min-block-size: 2.75rem; min-inline-size: 5.5rem; margin: .25rem; border-radius: .5rem; border: 1px solid }`

/** The clinic's own clock, in the words of the patient. */
const timeIn = (language: Language, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(TEXTS[language].locale, { timeZone, ...options })

/** The rest of the page knows nothing of who looks at it. */
export interface Viewed {
  readonly language: Language
  readonly clinicName: string
  readonly timeZone: string
}

export function page({ language, clinicName }: Pick<Viewed, 'language' | 'clinicName'>, body: Html): string {
  const { direction, title, other } = TEXTS[language]
  const otherLanguage = language === 'en' ? 'ar' : 'en'
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${{ html: STYLE }}</style>
<header><strong><bdi>${clinicName}</bdi></strong><a href="?lang=${otherLanguage}" lang="${otherLanguage}">${other}</a></header>
<h1>${title}</h1>
${body}
</html>`.html
}

function dayOf(viewed: Viewed, day: string, choices: readonly Choice[]): Html {
  const { language, timeZone } = viewed
  const time = timeIn(language, timeZone, { hour: '2-digit', minute: '2-digit' })
  const buttons = choices.map(
    ({ id, start }) =>
      html`<button name="choice" value="${id}" title="${TEXTS[language].book}">${time.format(new Date(start))}</button>`,
  )
  return html`<fieldset><legend>${day}</legend>${buttons}</fieldset>`
}

export function offerPage(viewed: Viewed, choices: readonly Choice[], wasTaken: boolean): string {
  const { language, timeZone } = viewed
  const { intro, none, taken } = TEXTS[language]
  const date = timeIn(language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })
  const days = Map.groupBy(choices, ({ start }) => date.format(new Date(start)))
  if (days.size === 0) return page(viewed, html`<p>${none}</p>`)
  const fields = [...days].map(([day, ofDay]) => dayOf(viewed, day, ofDay))
  return page(viewed, html`<p role="status">${wasTaken ? taken : intro}</p><form method="post">${fields}</form>`)
}

export function bookedPage(viewed: Viewed, { start }: Choice): string {
  const when = timeIn(viewed.language, viewed.timeZone, { dateStyle: 'full', timeStyle: 'short' })
  return page(
    viewed,
    html`<p role="status">${TEXTS[viewed.language].booked}</p><p><strong>${when.format(new Date(start))}</strong></p>`,
  )
}

export const saying = (
  viewed: Pick<Viewed, 'language' | 'clinicName'>,
  what: 'over' | 'unknown' | 'waiting' | 'privacy',
): string => page(viewed, html`<p role="status">${TEXTS[viewed.language][what]}</p>`)
