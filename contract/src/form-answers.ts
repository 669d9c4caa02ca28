/** What patients answer to the fields of a form. */
import type { Issue } from './errors.ts'
import { answerSchema, type FormField } from './form-fields.ts'
import { issuesOf } from './issues.ts'

export type Answers = Readonly<Record<string, unknown>>

const MOST_BYTES = 64 * 1024

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Whether the question is asked, after the answers that were given to the questions before it. */
function isAsked({ visibleWhen }: FormField, answers: Answers, asked: ReadonlySet<string>): boolean {
  if (!visibleWhen) return true
  if (!asked.has(visibleWhen.key)) return false
  const answer = answers[visibleWhen.key]
  return Array.isArray(answer) ? answer.includes(visibleWhen.equals) : answer === visibleWhen.equals
}

/** The keys of the questions that these answers lead to. */
export function questionsAsked(fields: readonly FormField[], answers: Answers): Set<string> {
  const asked = new Set<string>()
  for (const field of fields) if (field.type !== 'section' && isAsked(field, answers, asked)) asked.add(field.key)
  return asked
}

/** What is shown of a form after these answers: headings, and the questions that the answers lead to. */
export function fieldsShown(fields: readonly FormField[], answers: Answers): FormField[] {
  const asked = questionsAsked(fields, answers)
  return fields.filter(({ key, type }) => type === 'section' || asked.has(key))
}

function issuesOfField(field: FormField, answer: unknown, asked: boolean, whole: boolean): Issue[] {
  const path = `/${field.key}`
  const missing = whole && asked && field.required
  if (!isGiven(answer)) return missing ? [{ path, code: 'required', message: 'is required' }] : []
  if (!asked)
    return [{ path, code: 'unknown_key', message: 'answers a question that is not asked after the other answers' }]
  return issuesOf(answerSchema(field), answer).map(issue => ({ ...issue, path: path + issue.path }))
}

/**
 * All problems of a set of answers; paths start at the answers. Null is no answer. `whole` asks for what is
 * required too, which a draft may still lack.
 */
export function answerIssues(fields: readonly FormField[], answers: Answers, { whole }: { whole: boolean }): Issue[] {
  const asked = questionsAsked(fields, answers)
  const questions = fields.filter(({ type }) => type !== 'section')
  const keys = Object.fromEntries(questions.map(({ key }) => [key, {}]))
  const unknown = issuesOf({ type: 'object', properties: keys, additionalProperties: false }, answers)
  const wrong = questions.flatMap(field => issuesOfField(field, answers[field.key], asked.has(field.key), whole))
  const bytes = new TextEncoder().encode(JSON.stringify(answers)).length
  const size = bytes > MOST_BYTES ? [{ path: '', code: 'too_long', message: 'must be at most 64 KiB altogether' }] : []
  return [...unknown, ...wrong, ...size]
}
