import type { FormField } from '@clinic/contract/form-fields.ts'
import { foldForSearch } from '../kernel/values/fold-for-search.ts'

const numberIn = (text: string): number | string => {
  const number = Number(foldForSearch(text).replace('٫', '.'))
  return Number.isFinite(number) ? number : text
}

const READ: Partial<Record<FormField['type'], (text: string) => unknown>> = {
  number: numberIn,
  integer: numberIn,
  scale: numberIn,
  boolean: text => (text === 'yes' ? true : text === 'no' ? false : text),
  time: text => foldForSearch(text).slice(0, 5),
  teeth: text =>
    foldForSearch(text)
      .split(/[^0-9]+/)
      .flatMap(part => (part === '' ? [] : Number(part))),
}

/** What a patient typed and chose, as answers to these fields: what was left empty is none. */
export function answersTyped(fields: readonly FormField[], form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const texts = form.getAll(`q_${key}`).map(text => text.replaceAll('\r\n', '\n').trim())
      const given = texts.filter(text => text !== '')
      const [first] = given
      if (type === 'section' || first === undefined) return []
      if (type === 'multiselect') return [[key, [...new Set(given)]]]
      return [[key, READ[type]?.(first) ?? first]]
    }),
  )
}
