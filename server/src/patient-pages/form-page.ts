import type { FormField } from '@clinic/contract/form-fields.ts'
import type { LinkedForm } from '../domain/patient-links/linked-form.ts'
import { type PageLanguage, publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { TEXTS } from './form-texts.ts'
import { frameOf, type LinkPage } from './link-page.ts'

export interface FormView {
  year: string
  /** The questions that are asked, after what was answered so far. */
  asked: readonly FormField[]
  answers: Readonly<Record<string, unknown>>
  /** What is wrong with an answer, by the key of its question. */
  problems?: ReadonlyMap<string, 'missing' | 'unfit'>
  /** Whether further questions were asked because of what was answered. */
  isMore?: boolean
}

const on = (isOn: boolean, attribute: string): Html | false => isOn && { markup: attribute }

/** The questions that the answers lead to, each with what was answered. */
export function formPage(page: LinkPage<LinkedForm>, view: FormView): string {
  const { language, shown } = page
  const words = TEXTS[language]
  const { asked, problems = new Map() } = view
  return publicPage(
    frameOf(page),
    html`<h1 class="caption"><bdi>${shown.title}</bdi></h1>
<form method="post" action="?lang=${language}" class="signing">
${view.isMore && html`<p class="notice" role="status">${words.more}</p>`}
${problems.size > 0 && html`<p class="notice" role="alert">${words.wrongAnswers}</p>`}
<input type="hidden" name="year" value="${view.year}">
${asked.map(field => html`<input type="hidden" name="asked" value="${field.key}">`)}
<div class="option questions">${asked.map(field => question(field, language, view))}</div>
<button class="primary" name="action" value="answer">${words.send}</button>
</form>`,
  )
}

/** A text in the language of the page, or in the one that there is. */
const said = (text: { en: string; ar?: string | undefined }, language: PageLanguage): string =>
  (language === 'ar' ? text.ar : undefined) ?? text.en

function question(field: FormField, language: PageLanguage, view: FormView): Html {
  const { key, type, label, help, required } = field
  const words = TEXTS[language]
  const title = html`<bdi>${said(label, language)}</bdi>`
  if (type === 'section') return html`<h2>${title}</h2>${help && html`<p class="small">${said(help, language)}</p>`}`
  const problem = view.problems?.get(key)
  const about = html`${help && html`<span class="small">${said(help, language)}</span>`}${problem && html`<span class="notice" id="p_${key}">${words[problem]}</span>`}`
  const named = html`${title}${required === true && html` <span class="small">(${words.must})</span>`}`
  const choices = choicesOf(field, language)
  if (choices)
    return html`<fieldset${problem && html` aria-describedby="p_${key}"`}><legend>${named}</legend>${about}${chosenFrom(field, choices, view)}</fieldset>`
  return html`<label>${named}${about}${inputOf(field, language, view)}</label>`
}

interface Choice {
  value: string
  label: string
}

function choicesOf({ type, options = [] }: FormField, language: PageLanguage): readonly Choice[] | undefined {
  const words = TEXTS[language]
  if (type === 'boolean')
    return [
      { value: 'yes', label: words.yes },
      { value: 'no', label: words.no },
    ]
  if (type !== 'select' && type !== 'multiselect') return undefined
  return options.map(({ value, label }) => ({ value, label: said(label, language) }))
}

const BOOLEANS = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
])

function chosenFrom({ key, type }: FormField, choices: readonly Choice[], { answers }: FormView): Html {
  const answer = answers[key]
  const given = Array.isArray(answer) ? answer : [BOOLEANS.get(answer) ?? answer]
  const kind = type === 'multiselect' ? 'checkbox' : 'radio'
  return html`${choices.map(({ value, label }) => html`<label class="choice"><input type="${kind}" name="q_${key}" value="${value}" ${on(given.includes(value), 'checked')}><span><bdi>${label}</bdi></span></label>`)}`
}

const INPUTS: Partial<Record<FormField['type'], Html>> = {
  number: html`inputmode="decimal" dir="ltr"`,
  integer: html`inputmode="numeric" dir="ltr"`,
  scale: html`inputmode="numeric" dir="ltr"`,
  date: html`type="date"`,
  time: html`type="time"`,
  email: html`type="email" dir="ltr"`,
  phone: html`type="tel" dir="ltr"`,
  teeth: html`inputmode="numeric" dir="ltr"`,
}

function inputOf(field: FormField, language: PageLanguage, { answers, problems }: FormView): Html {
  const { key, type, min, max } = field
  const answer = answers[key]
  const value = Array.isArray(answer) ? answer.join(', ') : answer === undefined ? '' : String(answer)
  const [least, most] = type === 'scale' ? [min ?? 0, max ?? 10] : [min, max]
  const range =
    least !== undefined && most !== undefined && html`<span class="small" dir="ltr">${least} – ${most}</span>`
  const marked = problems?.has(key) && html` aria-invalid="true" aria-describedby="p_${key}"`
  if (type === 'paragraph') return html`<textarea name="q_${key}" rows="4"${marked}>${value}</textarea>`
  const hint = type === 'teeth' && html`<span class="small">${TEXTS[language].teeth}</span>`
  return html`${range}${hint}<input name="q_${key}" value="${value}" autocomplete="off" ${INPUTS[type]}${marked}>`
}
