import { INPUT } from 'virtual:staff-input/createPatientFile'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Duplicates, duplicatesIn } from './duplicates.tsx'
import { type GuardianDraft, GuardianFields } from './guardian-fields.tsx'
import { newPatient } from './new-texts.ts'
import type { PersonField } from './person-field.ts'
import { PersonInput } from './person-input.tsx'
import { SamePhone } from './same-phone.tsx'
import { personTyped } from './typed-person.ts'

/** In the order in which they are asked for. */
const FIRST = ['firstName', 'lastName', 'phoneNumber', 'birthDate', 'gender', 'nationalId', 'doctorId'] as const
const MORE = ['language', 'email', 'clinicFileNumber', 'nationality'] as const
type Field = (typeof FIRST | typeof MORE)[number] | 'branchId' | 'address'

interface Draft extends Record<Field, string>, GuardianDraft {
  confirmedNew: boolean
}
const EMPTY: Draft = {
  ...{ firstName: '', lastName: '', phoneNumber: '', birthDate: '', gender: '', nationalId: '', doctorId: '' },
  ...{ language: '', email: '', clinicFileNumber: '', nationality: '', branchId: '', address: '' },
  ...{ guardian: undefined, guardianKind: 'PARENT', confirmedNew: false },
}

function inputOf({ guardian, guardianKind, confirmedNew, ...said }: Draft): Input<'createPatientFile'> {
  const { firstName, lastName, branchId, language, ...rest } = said
  const given = Object.entries(rest).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  return {
    ...{ branchId, firstName: firstName.trim(), lastName: lastName.trim() },
    ...Object.fromEntries(given),
    ...((language === 'en' || language === 'ar') && { language }),
    ...(guardian && { guardian: { patientId: guardian.id, kind: guardianKind } }),
    ...(confirmedNew && { confirmedNew }),
  }
}

interface FormProps {
  typed: string
  workplace: Returned<'getWorkplace'>
}

/** Opens a file, and shows it. Where there may be one already, that is offered instead. */
export function NewPatientForm({ typed, workplace }: FormProps) {
  const t = useTexts(newPatient)
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const [initial] = useState(useInitial(typed, workplace))
  const opening = useWrite('createPatientFile', { changes: ['searchPatients', 'searchClinic'], said: () => t.saved })
  const form = useForm<Draft, Returned<'createPatientFile'>>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => opening.mutateAsync(inputOf(draft)),
    leave: ({ id }) => void navigate({ to: hrefOf(clinicId, 'patient', { id, tab: 'details' }) }),
  })
  const matches = duplicatesIn(form.error)
  return (
    <form {...form.props}>
      <Stack>
        <Fields form={form} branches={workplace.branches.length} />
        {matches === undefined ? (
          <ProblemNotice error={form.error} />
        ) : (
          <Duplicates
            matches={matches}
            isAnother={form.values.confirmedNew}
            onAnother={confirmedNew => form.set({ confirmedNew })}
          />
        )}
        <Group>
          <Button type="submit" loading={form.pending} disabled={matches !== undefined && !form.values.confirmedNew}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What was looked for, at the branch that is looked at; who has but one branch is not asked for it. */
function useInitial(typed: string, { branches, allBranches, branchIds }: Returned<'getWorkplace'>): Draft {
  const { read } = useUrlState()
  const inSight = branches.filter(({ id }) => allBranches || branchIds.includes(id))
  const branch = inSight.find(({ id }) => id === read('branch')) ?? inSight[0]
  return { ...EMPTY, ...personTyped(typed), branchId: branch?.id ?? '' }
}

interface FieldsProps {
  form: ReturnType<typeof useForm<Draft, Returned<'createPatientFile'>>>
  branches: number
}

function Fields({ form, branches }: FieldsProps) {
  const t = useTexts(newPatient)
  const [isLong, setIsLong] = useState(false)
  const errorAt = useErrorAt(form, INPUT)
  const [first] = useState(() => FIRST.find(name => form.values[name] === ''))
  const person = {
    values: form.values,
    // Who was another person may be the same one, once something else is said.
    set: (changes: Partial<Record<PersonField, string>>) => form.set({ ...changes, confirmedNew: false }),
  }
  const input = (name: Field) => (
    <PersonInput
      key={name}
      {...{ name, form: person, errorAt }}
      required={name === 'firstName' || name === 'lastName'}
      takesFocus={name === first}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        {FIRST.map(input)}
        {branches > 1 && input('branchId')}
        {isLong && MORE.map(input)}
      </SimpleGrid>
      <SamePhone phone={form.values.phoneNumber} />
      {isLong && input('address')}
      {isLong && <GuardianFields draft={form.values} onChange={form.set} error={errorAt('/guardian')} />}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          type="button"
          onClick={() => setIsLong(!isLong)}
          aria-expanded={isLong}
        >
          {isLong ? t.less : t.more}
        </Button>
      </Group>
    </>
  )
}
