import type { LabOrder } from '@clinic/sdk'
import { ACCEPTED, type ShownFile } from './files.ts'
import { type Html, html } from './html.ts'
import { ORDER_STATES, type OrderState } from './orders.ts'
import type { Known } from './portal.ts'
import { type Language, TEXTS, type Texts } from './texts.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 44rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
  header, nav, .ends { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: space-between; align-items: center }
  nav { justify-content: start }
  nav a, button, input::file-selector-button { font: inherit; min-block-size: 2.75rem; padding: .5rem .9rem; border-radius: .5rem; border: 1px solid; box-sizing: border-box }
  nav a[aria-current] { font-weight: 700 }
  article { border: 1px solid; border-radius: .75rem; padding: .25rem 1rem; margin-block: 1rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem } dd { margin: 0; white-space: pre-wrap }
  input { max-inline-size: 100% } form { margin-block: .75rem }`

/** For whom a page is, and what the clinic lets it say. */
export interface View {
  readonly language: Language
  readonly known: Known
  /** Empty before a lab has come in. */
  readonly labName: string
}

const textsOf = ({ language }: View): Texts => TEXTS[language]

export function page(view: View, body: Html): string {
  const { direction, title, other, leave, call } = textsOf(view)
  const { known, labName, language } = view
  const otherLanguage = language === 'en' ? 'ar' : 'en'
  const isIn = labName !== ''
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${{ html: STYLE }}</style>
<header><strong><bdi>${known.clinicName}</bdi></strong><a href="?lang=${otherLanguage}" lang="${otherLanguage}">${other}</a></header>
<main><h1>${title}</h1>${body}</main>
<footer class="ends">${isIn ? html`<form method="post" action="/leave"><bdi>${labName}</bdi> <button>${leave}</button></form>` : html``}
${known.contact === '' ? html`` : html`<p>${call} <bdi>${known.contact}</bdi></p>`}</footer>
</html>`.html
}

type Saying = 'closed' | 'lost' | 'unreachable' | 'unsuitable' | 'large' | 'refused' | 'privacy'

export const saying = (view: View, what: Saying): string =>
  page(view, html`<p role="status">${textsOf(view)[what]}</p>${view.labName === '' ? html`` : back(view)}`)

const back = (view: View): Html => html`<p><a href="/">${textsOf(view).back}</a></p>`

/** Looking at a link, as mail programs do, does not use it up: pressing the button does. */
export const entrancePage = (view: View): string =>
  page(view, html`<p>${textsOf(view).enterHelp}</p><form method="post"><button>${textsOf(view).enter}</button></form>`)

/** A day of the clinic's calendar, or nothing. */
function dayOf({ language, known }: View, instant: string | null): string {
  if (instant === null) return ''
  const { locale } = TEXTS[language]
  return new Intl.DateTimeFormat(locale, { timeZone: known.timeZone, dateStyle: 'medium' }).format(new Date(instant))
}

function facts(view: View, order: LabOrder, patient: string): Html {
  const { teeth, shade, pieces, due, details, patient: patientWord } = textsOf(view)
  const all = [
    [patientWord, patient],
    [teeth, order.tooth.join(', ')],
    [shade, order.shade ?? ''],
    [pieces, String(order.items)],
    [due, dayOf(view, order.due)],
    [details, order.details ?? ''],
  ] as const
  const rows = all
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)
  return html`<dl>${rows}</dl>`
}

const nameOf = (view: View, { name }: LabOrder): Html => html`<bdi>${name ?? textsOf(view).order}</bdi>`

export function ordersPage(view: View, state: OrderState, orders: readonly LabOrder[]): string {
  const { states, none } = textsOf(view)
  const tabs = ORDER_STATES.map(
    each => html`<a href="/?state=${each}" ${each === state ? html`aria-current="page"` : html``}>${states[each]}</a>`,
  )
  const cards = orders.map(
    order =>
      html`<article><h2><a href="/orders/${order.id}">${nameOf(view, order)}</a></h2>${facts(view, order, '')}</article>`,
  )
  return page(view, html`<nav>${tabs}</nav>${orders.length === 0 ? html`<p>${none}</p>` : cards}`)
}

/** A file may be called after the patient: its name is shown to those who may know it, or have given it. */
function filesIn(view: View, order: LabOrder, files: readonly ShownFile[]): Html {
  const { file: fileWord, noFiles } = textsOf(view)
  if (files.length === 0) return html`<p>${noFiles}</p>`
  const items = files.map(({ file, isOwn }, place) => {
    const name = isOwn || view.known.seesPatients ? file.name : `${fileWord} ${place + 1} (${file.contentType})`
    return html`<li><a href="/orders/${order.id}/files/${file.id}"><bdi>${name}</bdi></a></li>`
  })
  return html`<ul>${items}</ul>`
}

const NEXT: Readonly<Record<OrderState, readonly Exclude<OrderState, 'pending'>[]>> = {
  pending: ['received', 'delivered'],
  received: ['delivered'],
  delivered: [],
}

export interface ShownOrder {
  readonly order: LabOrder
  readonly files: readonly ShownFile[]
  /** Empty where the clinic shows no names. */
  readonly patient: string
}

export function orderPage(view: View, { order, files, patient }: ShownOrder): string {
  const texts = textsOf(view)
  const state = ORDER_STATES.find(one => one === order.status) ?? 'delivered'
  const marks = NEXT[state].map(next => html`<button name="state" value="${next}">${texts.mark[next]}</button> `)
  return page(
    view,
    html`${back(view)}<article><h2>${nameOf(view, order)}</h2><p role="status">${texts.states[state]}</p>
${facts(view, order, patient)}
<form method="post" action="/orders/${order.id}/state">${marks}</form></article>
<h2>${texts.files}</h2>${filesIn(view, order, files)}
<form method="post" action="/orders/${order.id}/files" enctype="multipart/form-data">
<p><label>${texts.choose}<br><input type="file" name="file" required accept="${ACCEPTED.join()}"></label></p>
<button>${texts.add}</button></form>`,
  )
}
