import type { Answers } from '@clinic/contract/form-answers.ts'
import { fieldsShown } from '@clinic/contract/form-answers.ts'
import type { FormField } from '@clinic/contract/form-fields.ts'
import { folded } from '../../lib/folded.ts'
import { numberTyped } from '../../lib/number-typed.ts'

/** What stands in the fields of a form, by the keys of its questions: several texts where several may be chosen. */
export type Typed = Readonly<Record<string, string | readonly string[]>>

type Type = FormField['type']

/** A number in either digits; what is none stays as it was typed, and is found fault with. */
const numberIn = (text: string): number | string => {
  const number = numberTyped(text)
  return Number.isNaN(number) ? text : number
}

const READ: Partial<Record<Type, (text: string) => unknown>> = {
  number: numberIn,
  integer: numberIn,
  scale: numberIn,
  boolean: text => text === 'yes',
  teeth: text => [
    ...new Set(
      folded(text)
        .split(/[^0-9]+/)
        .filter(Boolean)
        .map(Number),
    ),
  ],
}

function answerIn(type: Type, typed: Typed[string] | undefined): unknown {
  if (typed === undefined || typed.length === 0) return undefined
  if (typeof typed !== 'string') return typed
  const text = typed.trim()
  return text === '' ? undefined : (READ[type]?.(text) ?? text)
}

/** What is typed, as answers; to questions that are not asked after the others there are none. */
export function answersOf(fields: readonly FormField[], typed: Typed): Answers {
  const all = fields.flatMap(({ key, type }): [string, unknown][] => {
    const answer = type === 'section' ? undefined : answerIn(type, typed[key])
    return answer === undefined ? [] : [[key, answer]]
  })
  const asked = new Set(fieldsShown(fields, Object.fromEntries(all)).map(({ key }) => key))
  return Object.fromEntries(all.filter(([key]) => asked.has(key)))
}

/** What stands in the fields at first: what was answered so far. */
export const typedOf = (fields: readonly FormField[], answers: Answers): Typed =>
  Object.fromEntries(
    fields.map(({ key, type }): [string, Typed[string]] => {
      const answer = answers[key]
      if (type === 'multiselect') return [key, Array.isArray(answer) ? answer.map(String) : []]
      if (typeof answer === 'boolean') return [key, answer ? 'yes' : 'no']
      if (Array.isArray(answer)) return [key, answer.join(', ')]
      return [key, answer === undefined || answer === null ? '' : String(answer)]
    }),
  )
