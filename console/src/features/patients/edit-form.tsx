import { INPUT } from 'virtual:staff-input/updatePatientFile'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { editTexts } from './edit-texts.ts'
import { PersonInput } from './person-input.tsx'

type File = Returned<'getPatientFile'>
const PERSON = ['firstName', 'lastName', 'title', 'nationality', 'maritalStatus', 'clinicFileNumber'] as const
const TREATED = ['birthDate', 'gender', 'doctorId', 'language'] as const
const REACHED = ['phoneNumber', 'phoneNumber2', 'email', 'nationalId'] as const
const LONG = ['address', 'details'] as const
const FIELDS = [...PERSON, ...TREATED, ...REACHED, ...LONG] as const
type Field = (typeof FIELDS)[number]
type Draft = Record<Field, string> & { noReminders: boolean }

const EMPTY: Draft = {
  ...{ firstName: '', lastName: '', title: '', nationality: '', maritalStatus: '', clinicFileNumber: '' },
  ...{ phoneNumber: '', phoneNumber2: '', email: '', nationalId: '' },
  ...{ birthDate: '', gender: '', doctorId: '', language: '', address: '', details: '', noReminders: false },
}

const draftOf = (file: File): Draft => {
  const entries = FIELDS.map((name): [Field, string] => [name, file[name] ?? ''])
  const draft: Partial<Draft> = Object.fromEntries(entries)
  return { ...EMPTY, ...draft, noReminders: file.noReminders }
}

/** What was typed and is another than what was shown: what others change meanwhile elsewhere in the file stays. */
function inputOf(id: string, shown: Draft, draft: Draft): Input<'updatePatientFile'> {
  const typed = FIELDS.filter(name => draft[name].trim() !== shown[name])
  const isNamed = (name: Field) => name === 'firstName' || name === 'lastName'
  return {
    id,
    ...Object.fromEntries(typed.map(name => [name, draft[name].trim() || (isNamed(name) ? '' : null)])),
    ...(draft.noReminders !== shown.noReminders && { noReminders: draft.noReminders }),
  }
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
  const errorAt = useErrorAt(form, INPUT)
  // Whether the role shows how patients are reached.
  const isReached = shown.phoneNumber !== undefined
  const inputs = (names: readonly Field[]) =>
    names.map(name => <PersonInput key={name} {...{ name, form, errorAt }} required={name === 'firstName'} />)
  return (
    <form {...form.props}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
          {inputs([...PERSON, ...TREATED, ...(isReached ? REACHED : [])])}
        </SimpleGrid>
        {inputs(isReached ? LONG : ['details'])}
        <Checkbox
          label={t.fields.noReminders}
          checked={form.values.noReminders}
          onChange={event => form.set({ noReminders: event.currentTarget.checked })}
        />
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
  const { doctors } = useChoices()
  return {
    fields: t.fields,
    shown: (field: string, value: unknown) => {
      if (field === 'doctorId') return doctors.find(one => one.value === value)?.label
      return field === 'language' && (value === 'en' || value === 'ar') ? t[value] : undefined
    },
  }
}
