import type { ErrorCode, Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Refusal } from '../kernel/errors.ts'

/** What a model is told; nothing in it tells whether a record exists in another clinic. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such record here.',
  invalid_cursor: 'The cursor does not belong to this list and these filters. Start again without a cursor.',
  service_unavailable: 'The clinic’s data cannot be read at the moment. Try again in a minute.',
}
export const BROKEN = 'Something went wrong here. Try again; if it stays, tell the clinic’s administrator.'
export const NOT_ALLOWED =
  'This connection may not read that: the person did not allow it, or their role in the clinic does not. Do not try again.'
export const TOO_MANY_PATIENTS =
  'This connection has read as many patient records today as it may. It can read again tomorrow.'
export const TOO_LARGE = 'The answer is too large. Ask for fewer rows or a shorter time.'

const isIssue = (value: unknown): value is Issue => isRecord(value) && typeof value.message === 'string'
const issuesIn = (details: unknown): Issue[] => {
  const issues = isRecord(details) ? details.issues : undefined
  return Array.isArray(issues) ? issues.filter(isIssue) : []
}

/** What is wrong with the input, place by place. */
export const inputProblem = (issues: readonly Issue[]): string =>
  `The input is not valid. ${issues.map(({ path, message }) => `${path.replace(/^\//, '') || 'The input'} ${message}.`).join(' ')}`

export function sentenceOf({ code, details }: Refusal): string {
  if (code === 'validation_failed') return inputProblem(issuesIn(details))
  return SENTENCES[code] ?? BROKEN
}
