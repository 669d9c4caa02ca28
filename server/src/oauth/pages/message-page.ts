import { type Html, html } from '../../kernel/values/html.ts'
import { ICONS } from './icons.ts'
import { type Frame, layout, sentence } from './layout.ts'
import { type Language, TEXTS } from './texts.ts'

export type Message =
  | 'expired'
  | 'otherBrowser'
  | 'otherPerson'
  | 'forged'
  | 'otherClinic'
  | 'nothingTicked'
  | 'unknownApp'
  | 'unreadableApp'
  | 'badRequest'
  | 'tooMany'
  | 'trouble'

/** A page that says why the person cannot go on from here. The browser is sent nowhere. */
export function messagePage(
  language: Language,
  message: Message,
  { detail, returnTo }: { detail?: string | undefined; returnTo?: string | undefined } = {},
): string {
  const words = TEXTS[language]
  return small(
    { language, title: words[`${message}Title`] },
    { icon: ICONS.warning, text: words[`${message}Text`] },
    html`${detail !== undefined && html`<p class="lead"><code>${detail}</code></p>`}
${returnTo !== undefined && returnLink(language, returnTo)}`,
  )
}

/** Leads back to the client: ends the chain of the form, so that the client may go on to wherever it wants. */
export function returningPage(language: Language, returnTo: string, allowed: boolean): string {
  const words = TEXTS[language]
  const { host } = new URL(returnTo)
  const title = allowed ? words.returningTitle : words.deniedTitle
  return small(
    { language, title, refreshTo: returnTo },
    { icon: allowed ? ICONS.tick : ICONS.cross, text: sentence(words.returningText(host), host) },
    returnLink(language, returnTo),
  )
}

/** Comes to itself again from our own origin, so that the browser sends the Strict cookie of the login. */
export function continuePage(language: Language, href: string): string {
  const words = TEXTS[language]
  return small(
    { language, title: words.waitTitle, refreshTo: href },
    { icon: ICONS.clock, text: words.waitText },
    html`<a class="button" href="${href}">${words.continue}</a>`,
  )
}

const returnLink = (language: Language, returnTo: string): Html => {
  const { host } = new URL(returnTo)
  return html`<a class="button" href="${returnTo}" rel="noreferrer"><span>${sentence(TEXTS[language].returnTo(host), host)}</span></a>`
}

/** A small page: a sign, what has happened, and what the person can do. */
export function small(frame: Frame, { icon, text }: { icon: Html; text: Html | string }, next: Html): string {
  const sign = icon === ICONS.warning ? 'sign warn' : 'sign'
  return layout(
    frame,
    html`<main class="card small"><div class="${sign}">${icon}</div>
<h1>${frame.title}</h1>
<p class="lead">${text}</p>
${next}</main>`,
  )
}
