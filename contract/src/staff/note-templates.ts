import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeText,
  Nested,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  record,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { NOTE_FIELDS } from './note-fields.ts'

const { operation } = family('Encounters', {
  read: permission('encounters:write'),
  write: permission('encounters:write'),
  sight: 'clinic',
})

const asked = {
  name: described(Text(1, 100), 'What it is called.'),
  visitType: described(UpTo(50), 'Notes of visits of this type begin with it, where no other is chosen.'),
  fields: described(
    Type.Array(
      Nested({
        key: described(OneOf(NOTE_FIELDS), 'The field of the note.'),
        prompt: described(
          Nested({
            en: described(Text(1, 100), 'In English.'),
            ar: described(Text(1, 100), 'In Arabic.'),
          }),
          'What it asks.',
        ),
        preset: described(
          Type.String({ maxLength: 2000 }),
          'What stands there to begin with; of lists, a line for each.',
        ),
      }),
      { minItems: 1, maxItems: NOTE_FIELDS.length },
    ),
    'What is asked, in this order, each field once.',
  ),
}

export const NoteTemplate = record('note_template', {
  name: asked.name,
  visitType: MaybeText,
  fields: asked.fields,
  version: RowVersion,
})

export const listNoteTemplates = operation({
  id: 'listNoteTemplates',
  route: 'GET /note-templates',
  summary: 'What notes may begin with',
  description: 'By their names.',
  returns: NoteTemplate,
  answer: 'all',
})

export const addNoteTemplate = operation({
  id: 'addNoteTemplate',
  route: 'POST /note-templates',
  summary: 'Adds what notes may begin with',
  description: 'Notes that have begun stay as they are.',
  input: { name: asked.name, visitType: Optional(asked.visitType), fields: asked.fields },
  returns: NoteTemplate,
  status: 201,
})

export const updateNoteTemplate = operation({
  id: 'updateNoteTemplate',
  route: 'PATCH /note-templates/:id',
  summary: 'Changes what notes may begin with',
  description: 'Absent fields stay as they are, and so do notes that have begun.',
  versioned: { of: 'note_template' },
  input: {
    id: Id,
    name: Optional(asked.name),
    visitType: Optional(Nullable(asked.visitType)),
    fields: Optional(asked.fields),
  },
  returns: NoteTemplate,
})
