import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { editTexts } from './edit-texts.ts'
import { useGender } from './gender.ts'
import type { PersonField } from './person-field.ts'

interface PersonInputProps {
  name: PersonField
  form: {
    values: Partial<Record<PersonField, string>>
    set(changes: Partial<Record<PersonField, string>>): void
  }
  errorAt: (path: string) => string | undefined
  required?: boolean
  /** It has the focus as the form opens. */
  takesFocus?: boolean
}

/** Codes, numbers and addresses are read from left to right in every language. */
const LTR: Partial<Record<PersonField, true>> = {
  phoneNumber: true,
  phoneNumber2: true,
  email: true,
  nationalId: true,
  clinicFileNumber: true,
}

/** One field of a person, as it is typed or chosen. */
export function PersonInput({ name, form, errorAt, required = false, takesFocus = false }: PersonInputProps) {
  const t = useTexts(editTexts)
  const value = form.values[name] ?? ''
  const field = {
    ...{ label: t.fields[name], value, error: errorAt(`/${name}`), required, dir: LTR[name] ? 'ltr' : 'auto' },
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  }
  // In a drawer that is open already, and in one that opens with it.
  const focus = takesFocus ? { autoFocus: true, 'data-autofocus': true } : {}
  const options = useOptions(name, value)
  if (options) return <NativeSelect {...field} data={options} />
  if (name === 'details') return <Textarea {...field} autosize minRows={2} />
  return <TextInput {...field} type={name === 'birthDate' ? 'date' : 'text'} autoComplete="off" {...focus} />
}

/** What is chosen from, in a field that is not typed in. */
function useOptions(name: PersonField, value: string) {
  const t = useTexts(editTexts)
  const genders = useGenders(value)
  const { branches, doctors } = useChoices()
  const none = { value: '', label: t.none }
  if (name === 'gender') return [none, ...genders]
  if (name === 'branchId') return branches
  if (name === 'language')
    return [
      { value: '', label: t.clinicLanguage },
      ...(['en', 'ar'] as const).map(one => ({ value: one, label: t[one] })),
    ]
  if (name !== 'doctorId') return undefined
  const isKnown = value === '' || doctors.some(({ value: id }) => id === value)
  return [none, ...doctors, ...(isKnown ? [] : [{ value, label: '–' }])]
}

/** What is said in another way, as M, stays as it is until another is chosen. */
function useGenders(value: string) {
  const genderOf = useGender()
  const known = ['male', 'female'].map(word => ({
    value: genderOf(word) === genderOf(value) ? value : word,
    label: genderOf(word) ?? word,
  }))
  return value === '' || known.some(one => one.value === value) ? known : [...known, { value, label: value }]
}
