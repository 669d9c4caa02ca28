import { INPUT } from 'virtual:staff-input/updatePatientFile'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { editTexts } from './edit-texts.ts'
import { useGender } from './gender.ts'

type File = Returned<'getPatientFile'>
const PERSON = ['firstName', 'lastName', 'title', 'nationality', 'maritalStatus', 'clinicFileNumber'] as const
const REACHED = ['phoneNumber', 'phoneNumber2', 'email', 'nationalId'] as const
const OTHERS = ['birthDate', 'gender', 'doctorId', 'address', 'details'] as const
const FIELDS = [...PERSON, ...REACHED, ...OTHERS] as const
type Field = (typeof FIELDS)[number]
type Draft = Record<Field, string>

const draftOf = (file: File): Draft => {
  const entries = FIELDS.map((name): [Field, string] => [name, file[name] ?? ''])
  const draft: Partial<Draft> = Object.fromEntries(entries)
  return { ...EMPTY, ...draft }
}
const EMPTY: Draft = {
  ...{ firstName: '', lastName: '', title: '', nationality: '', maritalStatus: '', clinicFileNumber: '' },
  ...{ phoneNumber: '', phoneNumber2: '', email: '', nationalId: '' },
  ...{ birthDate: '', gender: '', doctorId: '', address: '', details: '' },
}

/** What was typed and is another than what was shown: what others change meanwhile elsewhere in the file stays. */
function inputOf(id: string, shown: Draft, draft: Draft): Input<'updatePatientFile'> {
  const typed = FIELDS.filter(name => draft[name].trim() !== shown[name])
  const isNamed = (name: Field) => name === 'firstName' || name === 'lastName'
  return { id, ...Object.fromEntries(typed.map(name => [name, draft[name].trim() || (isNamed(name) ? '' : null)])) }
}

/** Changes what is said of a patient, as it was shown when the form was opened. */
export function EditForm({ file }: { file: File }) {
  const t = useTexts(editTexts)
  const { close } = useDrawer()
  const [shown] = useState(file)
  const words = useConflictWords()
  const saving = useWrite('updatePatientFile', {
    changes: ['getPatientFile', 'getPatientSummary', 'searchPatients', 'getPatientPrivacy'],
    said: () => t.saved,
    of: { version: shown.version, words },
  })
  const initial = draftOf(shown)
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(shown.id, initial, draft)),
    send: draft => saving.mutateAsync(inputOf(shown.id, initial, draft)),
    leave: close,
  })
  return (
    <form {...form.props}>
      <Stack>
        <PersonFields form={form} isReached={shown.phoneNumber !== undefined} />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the fields are called where another changed them meanwhile, and who a doctor is. */
function useConflictWords() {
  const t = useTexts(editTexts)
  const doctors = useDoctors()
  return {
    fields: t.fields,
    shown: (field: string, value: unknown) =>
      (field === 'doctorId' ? doctors.find(({ value: id }) => id === value)?.label : undefined) ??
      (value === null || value === '' ? '–' : String(value)),
  }
}

function useDoctors() {
  const { language } = useLanguage()
  const { data } = useRead('getWorkplace', {})
  return (data?.practitioners ?? []).map(doctor => ({ value: doctor.id, label: nameOf(language, doctor) }))
}

interface FieldsProps {
  form: ReturnType<typeof useForm<Draft>>
  /** Whether the role shows how patients are reached. */
  isReached: boolean
}

/** Codes, numbers and addresses are read from left to right in every language. */
const LTR: Partial<Record<Field, true>> = {
  phoneNumber: true,
  phoneNumber2: true,
  email: true,
  nationalId: true,
  clinicFileNumber: true,
}

function PersonFields({ form, isReached }: FieldsProps) {
  const t = useTexts(editTexts)
  const doctors = useDoctors()
  const errorAt = useErrorAt(form, INPUT)
  const field = (name: Field) => ({
    label: t.fields[name],
    value: form.values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
    dir: LTR[name] ? 'ltr' : 'auto',
  })
  const { gender, doctorId } = form.values
  const genderOf = useGender()
  const known = ['male', 'female']
  const genders = [
    { value: '', label: t.none },
    // What is said in another way, as M, stays as it is until another is chosen.
    ...known.map(word => ({
      value: genderOf(word) === genderOf(gender) ? gender : word,
      label: genderOf(word) ?? word,
    })),
    ...(gender === '' || known.some(word => genderOf(word) === genderOf(gender))
      ? []
      : [{ value: gender, label: gender }]),
  ]
  const treating = [
    { value: '', label: t.none },
    ...doctors,
    ...(doctorId === '' || doctors.some(({ value }) => value === doctorId) ? [] : [{ value: doctorId, label: '–' }]),
  ]
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        {PERSON.map(name => (
          <TextInput key={name} {...field(name)} required={name === 'firstName'} />
        ))}
        <TextInput {...field('birthDate')} type="date" />
        <NativeSelect {...field('gender')} data={genders} />
        <NativeSelect {...field('doctorId')} data={treating} />
        {isReached && REACHED.map(name => <TextInput key={name} {...field(name)} />)}
      </SimpleGrid>
      {isReached && <TextInput {...field('address')} />}
      <Textarea {...field('details')} autosize minRows={2} />
    </>
  )
}
