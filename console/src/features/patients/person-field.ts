import type { editTexts } from './edit-texts.ts'

/** What is said of a person in a form: texts, all of them. */
export type PersonField = Exclude<keyof typeof editTexts.en.fields, 'noReminders'>
