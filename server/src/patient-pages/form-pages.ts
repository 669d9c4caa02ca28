import { answerIssues, fieldsShown } from '@clinic/contract/form-answers.ts'
import { answerByLink, type LinkedForm, linkedForm } from '../domain/patient-links/linked-form.ts'
import { PUBLIC_PAGE_HEADERS } from '../http/public-page.ts'
import { answersTyped } from './answers-typed.ts'
import { formPage } from './form-page.ts'
import { TEXTS } from './form-texts.ts'
import type { LinkPage } from './link-page.ts'
import type { PageKind, Taken } from './link-pages.ts'

/** 64 KiB of answers, as a form sends them. */
const FORM_BYTES = 524_288

/**
 * What was answered is sent once every question that it leads to was shown: those that follow from an answer are shown
 * first, for no script runs on the page. Answers to what is no longer asked are left out.
 */
function take(page: LinkPage<LinkedForm>, form: URLSearchParams): Taken {
  const { id: linkId, subjectId: submissionId, fields } = page.shown
  const typed = answersTyped(fields, form)
  const asked = fieldsShown(fields, typed)
  const answers = Object.fromEntries(asked.flatMap(({ key }) => (key in typed ? [[key, typed[key]]] : [])))
  const view = { year: form.get('year') ?? '', asked, answers }
  const seen = form.getAll('asked')
  if (asked.some(({ key, type }) => type !== 'section' && !seen.includes(key)))
    return { again: formPage(page, { ...view, isMore: true }) }
  const issues = answerIssues(fields, answers, { whole: true })
  if (issues.length === 0) return { write: tx => answerByLink(tx, { submissionId, linkId, answers }) }
  const problems = new Map(
    issues.map(({ path, code }) => [
      path.split('/')[1] ?? '',
      code === 'required' ? ('missing' as const) : ('unfit' as const),
    ]),
  )
  return { again: formPage(page, { ...view, problems }) }
}

/** Where patients fill in a form, `/p/form/<token>`. */
export const formPages: PageKind<LinkedForm> = {
  name: 'form',
  words: TEXTS,
  acts: { view: 'viewForm', open: 'openForm', answer: 'answerForm' },
  formBytes: FORM_BYTES,
  headers: PUBLIC_PAGE_HEADERS,
  read: linkedForm,
  page(page, year) {
    const { fields, answers } = page.shown
    return formPage(page, { year, asked: fieldsShown(fields, answers), answers })
  },
  take,
}
