import { NOTE_FIELDS, type NoteField } from '@clinic/contract/staff/note-fields.ts'
import type { Input, Returned } from '../../lib/api.ts'

export type Template = Returned<'addNoteTemplate'>
export type Asked = Template['fields'][number]

/** A template as it is typed. */
export interface TemplateDraft {
  name: string
  visitType: string
  fields: readonly Asked[]
}

const asked = (key: NoteField): Asked => ({ key, prompt: { en: '', ar: '' }, preset: '' })

export const NEW_TEMPLATE: TemplateDraft = { name: '', visitType: '', fields: [asked('clinicalNotes')] }

export const draftOf = ({ name, visitType, fields }: Template): TemplateDraft => ({
  ...{ name, visitType: visitType ?? '', fields },
})

/** The fields of a note that are not asked yet. */
export const freeFields = (fields: readonly Asked[]): NoteField[] =>
  NOTE_FIELDS.filter(field => fields.every(({ key }) => key !== field))

/** With one question more, of a field that is not asked yet. */
export function withAnother(fields: readonly Asked[]): readonly Asked[] {
  const [key] = freeFields(fields)
  return key === undefined ? fields : [...fields, asked(key)]
}

/** With a question one place further up or down. */
export const moved = (fields: readonly Asked[], place: number, step: 1 | -1): readonly Asked[] => {
  const [one, other] = [fields[place], fields[place + step]]
  return one && other ? fields.with(place, other).with(place + step, one) : fields
}

/** What is typed as it is sent. */
export const templateOf = ({ name, visitType, fields }: TemplateDraft) =>
  ({
    name: name.trim(),
    visitType: visitType.trim() || null,
    fields: fields.map(({ key, prompt, preset }) => ({
      ...{ key, preset, prompt: { en: prompt.en.trim(), ar: prompt.ar.trim() } },
    })),
  }) satisfies Omit<Input<'updateNoteTemplate'>, 'id'>

export function newTemplateOf(draft: TemplateDraft): Input<'addNoteTemplate'> {
  const { visitType, ...rest } = templateOf(draft)
  return { ...rest, ...(visitType !== null && { visitType }) }
}
