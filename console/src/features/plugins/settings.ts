import type { Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { SettingField } from '@clinic/contract/setting-fields.ts'
import { valueIssues, visibleFields } from '@clinic/contract/setting-values.ts'

export type { SettingField }
export type Values = Readonly<Record<string, unknown>>

/** The fields of a form of settings as a manifest declares it; the server has checked it when it was published. */
export function fieldsOf(schema: Values | null): SettingField[] {
  const fields: unknown = schema?.fields
  return Array.isArray(fields) ? fields.filter(isField) : []
}
const isField = (value: unknown): value is SettingField => isRecord(value) && typeof value.key === 'string'

/** What stands in the form at first: what is kept, and the defaults of what is not. */
export const startOf = (fields: readonly SettingField[], kept: Values): Values => ({
  ...Object.fromEntries(fields.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, value]]))),
  ...kept,
})

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Those that are shown; what is hidden keeps its value. */
export const shownOf = (fields: readonly SettingField[], values: Values): SettingField[] =>
  visibleFields(fields, ({ key }) => values[key])

/** What the form has wrong. Patterns are left to the server, which searches them in linear time. */
export function settingsIssues(fields: readonly SettingField[], values: Values, kept: Values, at: string): Issue[] {
  return shownOf(fields, values).flatMap(field => {
    const value = values[field.key]
    const path = `${at}/${field.key}`
    if (isEmpty(value)) return field.required ? [{ path, code: 'required', message: 'is required' }] : []
    return value === kept[field.key] ? [] : valueIssues(field, value, path, () => true)
  })
}

/** What has changed, key by key; null where it was cleared. */
export const patchOf = (fields: readonly SettingField[], values: Values, kept: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ key }): [string, unknown][] => {
      const [value, before] = [values[key], kept[key]]
      if (isEmpty(value)) return isEmpty(before) ? [] : [[key, null]]
      return JSON.stringify(value) === JSON.stringify(before) ? [] : [[key, value]]
    }),
  )

const ARABIC_DIGITS = /[٠-٩۰-۹]/g

/** A number as it is typed in either script; what is none stays as it was typed, and is refused. */
export function numberTyped(text: string): unknown {
  const latin = text
    .trim()
    .replace(ARABIC_DIGITS, digit => String(digit.charCodeAt(0) % 16))
    .replace('٫', '.')
  if (latin === '') return ''
  return /^-?\d+(\.\d+)?$/.test(latin) ? Number(latin) : text
}
