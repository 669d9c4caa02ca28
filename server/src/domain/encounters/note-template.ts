import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Input, Static } from '@clinic/contract/kernel.ts'
import { NOTE_FIELDS, type NoteField } from '@clinic/contract/staff/note-fields.ts'
import type { addNoteTemplate, NoteTemplate, updateNoteTemplate } from '@clinic/contract/staff/note-templates.ts'
import { type Build, sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { jsonList } from '../../kernel/values/json-list.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type NoteTemplateRow = TableRow<'note_template'>
type AskedField = Static<typeof NoteTemplate>['fields'][number]

const keyOf: (word: string) => NoteField = wordOf(NOTE_FIELDS)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a template asks, in its order. */
export const fieldsOf = ({ fields }: Pick<NoteTemplateRow, 'fields'>): AskedField[] =>
  (Array.isArray(fields) ? fields : []).filter(isRecord).map(({ key, prompt, preset }) => ({
    key: keyOf(textOf(key)),
    prompt: isRecord(prompt) ? { en: textOf(prompt.en), ar: textOf(prompt.ar) } : { en: '', ar: '' },
    preset: textOf(preset),
  }))

const all: Build<NoteTemplateRow> = sql<NoteTemplateRow>(
  'select * from note_template where company_id = $1 order by name, id',
)
export const noteTemplates = (tx: Tx): Promise<NoteTemplateRow[]> => tx.sql(all([tx.clinic.id]))

const ofType = sql<NoteTemplateRow>(`
  select * from note_template where company_id = $1 and lower(visit_type) = lower($2) order by name, id limit 1`)

/** The template that is chosen, or else that of the type of the visit, if there is one. */
export async function templateFor(
  tx: Tx,
  { templateId, type }: { templateId: string | undefined; type: string | null | undefined },
): Promise<NoteTemplateRow | undefined> {
  if (templateId !== undefined) return tx.get('note_template', templateId)
  return type ? (await tx.sql(ofType([tx.clinic.id, type])))[0] : undefined
}

function requireEachOnce(fields: readonly AskedField[]): void {
  const keys = fields.map(({ key }) => key)
  const again = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  if (again >= 0) refuseInput({ path: `/fields/${again}/key`, code: 'duplicate', message: 'must not be asked twice' })
}

export function addTemplate(tx: Tx, input: Input<typeof addNoteTemplate>): Promise<NoteTemplateRow> {
  requireEachOnce(input.fields)
  return tx.insert('note_template', {
    id: newId('ntp', Date.parse(tx.now)),
    name: input.name,
    visit_type: input.visitType ?? null,
    fields: jsonList(input.fields),
  })
}

export async function changeTemplate(tx: Tx, input: Input<typeof updateNoteTemplate>): Promise<NoteTemplateRow> {
  const before = await tx.lock('note_template', input.id)
  const { name, visitType, fields } = input
  if (fields) requireEachOnce(fields)
  const isOther = fields !== undefined && JSON.stringify(fields) !== JSON.stringify(fieldsOf(before))
  return changeRecord(tx, 'note_template', before, {
    name,
    visit_type: visitType,
    fields: isOther ? jsonList(fields) : undefined,
  })
}
