import { CLINICAL } from './clinical.ts'

const both = { en: 'In English.', ar: 'In Arabic.' }

/** What questions are made of, as the console writes them; forms and answers mean what they mean to plugins. */
export const FORMS = {
  clinicForm: CLINICAL.form ?? {},
  formSheet: CLINICAL.form_submission ?? {},
  fields: {
    key: 'By what the answer is known; each once.',
    type: 'How it is answered; a section asks nothing.',
    label: 'What is asked.',
    help: 'A hint beneath it.',
    required: 'Whether it must be answered where it is asked.',
    minLength: 'The fewest characters of a text.',
    maxLength: 'The most characters of a text.',
  },
  label: both,
  help: both,
  options: { label: 'What stands beside the choice.' },
  visibleWhen: { key: 'Of an earlier question.', equals: 'The answer, or one of them.' },
}
