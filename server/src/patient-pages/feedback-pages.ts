import { linkedFeedback, sayByLink } from '../domain/patient-links/linked-feedback.ts'
import type { LinkedThing } from '../domain/patient-links/linked-thing.ts'
import { PUBLIC_PAGE_HEADERS, publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { TEXTS } from './feedback-texts.ts'
import { frameOf, type LinkPage } from './link-page.ts'
import type { PageKind } from './link-pages.ts'

const FORM_BYTES = 32_768
const LONGEST = 2_000
const RATINGS = [1, 2, 3, 4, 5]
const SCORES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

interface Opinion {
  rating?: number | undefined
  score?: number | undefined
  comment?: string
  isMissing?: boolean
}

const scale = (name: string, numbers: readonly number[], chosen: number | undefined, isRequired: boolean): Html =>
  html`<div class="scale" dir="ltr">${numbers.map(number => html`<label class="choice"><input type="radio" name="${name}" value="${number}" ${chosen === number && html`checked`} ${isRequired && html`required`}><span>${number}</span></label>`)}</div>`

/** How it was, whether one would recommend the clinic, and what else is to be said: nothing of who says it. */
function feedbackPage(page: LinkPage<LinkedThing>, { rating, score, comment = '', isMissing }: Opinion): string {
  const words = TEXTS[page.language]
  return publicPage(
    frameOf(page),
    html`<h1 class="caption">${words.gate}</h1>
<form method="post" action="?lang=${page.language}" class="signing">
${isMissing && html`<p class="notice" role="alert">${words.missing}</p>`}
<div class="option questions">
<fieldset><legend>${words.rating}</legend>${scale('rating', RATINGS, rating, true)}<p class="small">${words.ratingHint}</p></fieldset>
<fieldset><legend>${words.recommend}</legend>${scale('score', SCORES, score, false)}<p class="small">${words.recommendHint}</p></fieldset>
<label>${words.comment}<textarea name="comment" rows="4" maxlength="${LONGEST}">${comment}</textarea></label>
</div>
<button class="primary" name="action" value="answer">${words.send}</button>
</form>`,
  )
}

/** The number that was chosen, if it is one of these. */
const chosenIn = (form: URLSearchParams, name: string, numbers: readonly number[]): number | undefined =>
  numbers.find(number => String(number) === form.get(name))

/** Where patients say how a visit was, `/p/feedback/<token>`: once, without saying who they are. */
export const feedbackPages: PageKind<LinkedThing> = {
  name: 'feedback',
  words: TEXTS,
  acts: { view: 'viewFeedback', open: 'openFeedback', answer: 'giveFeedback' },
  formBytes: FORM_BYTES,
  headers: PUBLIC_PAGE_HEADERS,
  isOpen: true,
  read: linkedFeedback,
  page: page => feedbackPage(page, {}),
  take(page, form) {
    const [rating, score] = [chosenIn(form, 'rating', RATINGS), chosenIn(form, 'score', SCORES)]
    const comment = (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim().slice(0, LONGEST)
    if (rating === undefined) return { again: feedbackPage(page, { rating, score, comment, isMissing: true }) }
    const { id: linkId, subjectId: visitId } = page.shown
    const opinion = { linkId, visitId, rating, recommendScore: score ?? null, comment: comment || null }
    return { write: tx => sayByLink(tx, opinion) }
  },
}
