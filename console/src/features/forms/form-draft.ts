import { FORM_FIELD_TYPES, type FormField } from '@clinic/contract/form-fields.ts'
import type { Returned } from '../../lib/api.ts'

export type ClinicForm = Returned<'listClinicForms'>
export type FieldType = FormField['type']

/** Whether it can be filled in now. */
export const isAnswerable = ({ active, currentVersion }: ClinicForm): boolean => active && currentVersion !== null

/** What shows a form, and is asked anew when one changes. */
export const FORMED = ['listClinicForms', 'listFormVersions'] as const

export const isFieldType = (text: string): text is FieldType => FORM_FIELD_TYPES.some(type => type === text)
export const hasOptions = ({ type }: Pick<FormField, 'type'>): boolean => type === 'select' || type === 'multiselect'

/** A key that no question of the form has. */
export function freeKey(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ key }) => key))
  for (let number = fields.length + 1; ; number++) if (!taken.has(`q${number}`)) return `q${number}`
}

export const newField = (fields: readonly FormField[]): FormField => ({
  ...{ key: freeKey(fields), type: 'text', label: { en: '' } },
})

/** A text in both languages, without the one that is left empty. */
export const bothOf = (en: string, ar: string): FormField['label'] => (ar.trim() === '' ? { en } : { en, ar })

/** Options as they are typed: a line for each, English and Arabic apart by a bar. */
export const optionLines = ({ options = [] }: FormField): string =>
  options.map(({ label }) => (label.ar === undefined ? label.en : `${label.en} | ${label.ar}`)).join('\n')

export function optionsIn(text: string, before: FormField['options'] = []): NonNullable<FormField['options']> {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.map((line, place) => {
    const [en = '', ar = ''] = line.split('|').map(part => part.trim())
    // What patients answered stays the answer where a label is written otherwise.
    return { value: before[place]?.value ?? `o${place + 1}`, label: bothOf(en, ar) }
  })
}

/** A field with what its type asks for, and nothing of what another type had. */
export function ofType({ key, label, help, required, visibleWhen, options }: FormField, type: FieldType): FormField {
  return {
    ...{ key, type, label },
    ...(help && { help }),
    ...(required && type !== 'section' && { required }),
    ...(visibleWhen && { visibleWhen }),
    ...(hasOptions({ type }) && { options: options ?? [{ value: 'o1', label: { en: '' } }] }),
  }
}
