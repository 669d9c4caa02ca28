import { permission } from '../access.ts'
import { described, Id, Nested, Optional, RowVersion, resource, shape, Text, Timestamp } from '../fields.ts'
import { FormFieldSchema } from '../form-fields.ts'
import { Form } from '../forms.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('settings:manage')
const { operation } = family('Forms', { read: permission('records:read'), write: manage, sight: 'clinic' })

const words = {
  title: described(Text(1, 200), 'What it is called.'),
  active: described(Type.Boolean(), 'Whether it can be filled in.'),
  multipleSubmissionsAllowed: described(Type.Boolean(), 'Whether one patient may submit it more than once.'),
}
const fields = described(
  Type.Array(FormFieldSchema, { maxItems: 200 }),
  'The questions in their order. JSON Schema: /schemas/form-fields-v1.json.',
)

const { object: _object, ...asToldToPlugins } = Form.properties

/** A form with what is being written of its next version. */
export const ClinicForm = resource(
  'form',
  {
    ...asToldToPlugins,
    draft: described(
      Nested({
        fields,
        version: RowVersion,
        updatedAt: described(Timestamp, 'When it was saved.'),
      }),
      'What is being written of its next version: patients see it once it is published.',
    ),
    unpublished: described(Type.Boolean(), 'Whether the draft differs from what patients fill in now.'),
    version: RowVersion,
  },
  'clinicForm',
)

export const listClinicForms = operation({
  id: 'listClinicForms',
  route: 'GET /forms',
  summary: 'What patients fill in',
  description: 'By title, each with the version that is filled in now and what is being written of the next.',
  returns: ClinicForm,
  answer: 'all',
})

export const listFormVersions = operation({
  id: 'listFormVersions',
  route: 'GET /forms/:id/versions',
  summary: 'The versions of a form',
  description: 'Newest first. What was answered stays with the version that was answered.',
  input: { id: Id },
  returns: shape('formVersion', {
    id: Id,
    versionNum: described(Type.Integer(), 'Counted from 1.'),
    fields,
    createdAt: described(Timestamp, 'When it was published.'),
  }),
  answer: 'all',
})

export const addForm = operation({
  id: 'addForm',
  route: 'POST /forms',
  summary: 'Adds a form',
  description: 'It is filled in once its first version is published.',
  input: {
    title: words.title,
    active: Optional(words.active),
    multipleSubmissionsAllowed: Optional(words.multipleSubmissionsAllowed),
    fields: Optional(fields),
  },
  returns: ClinicForm,
  status: 201,
})

export const updateForm = operation({
  id: 'updateForm',
  route: 'PATCH /forms/:id',
  summary: 'Changes what a form is called, and whether it is filled in',
  description: 'Absent fields stay as they are.',
  versioned: { of: 'form' },
  input: {
    id: Id,
    title: Optional(words.title),
    active: Optional(words.active),
    multipleSubmissionsAllowed: Optional(words.multipleSubmissionsAllowed),
  },
  returns: ClinicForm,
})

export const saveFormDraft = operation({
  id: 'saveFormDraft',
  route: 'PUT /forms/:id/draft',
  summary: 'Saves the questions of the next version',
  description: 'They need not fit together yet. Patients fill in what was published before.',
  versioned: { of: 'form_draft' },
  input: { id: Id, fields },
  returns: ClinicForm,
})

export const publishForm = operation({
  id: 'publishForm',
  route: 'POST /forms/:id/publish',
  summary: 'Publishes the draft as the next version',
  description: 'As it was seen. Who has begun to answer the version before stays with that.',
  versioned: { of: 'form_draft', whole: true },
  input: { id: Id },
  changes: ['currentVersion'],
  returns: ClinicForm,
})
