import { CLINICAL } from './clinical.ts'

const both = { en: 'In English.', ar: 'In Arabic.' }

/** What questions and settings are made of; forms and answers mean at the desk what they mean to plugins. */
export const FORMS = {
  clinicForm: CLINICAL.form ?? {},
  formSheet: CLINICAL.form_submission ?? {},
  fields: {
    key: 'By what its value is known; each once.',
    type: 'What kind of value it takes; a section takes none.',
    label: 'What stands above it.',
    help: 'A hint beneath it.',
    required: 'Whether a value must be given where it is shown.',
    minLength: 'The fewest characters of a text.',
    maxLength: 'The most characters of a text.',
  },
  label: both,
  help: both,
  options: { value: 'What is kept of the choice.', label: 'What stands beside the choice.' },
  visibleWhen: { key: 'Of an earlier field.', equals: 'Its value, or one of them.' },
}
