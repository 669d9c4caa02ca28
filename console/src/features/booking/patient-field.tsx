import { INPUT } from 'virtual:staff-input/createPatientFile'
import type { Issue } from '@clinic/contract/errors.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import type { Picked } from '../../ui/picker.tsx'
import { PatientPicker } from '../patients/patient-picker.tsx'
import { PersonInput } from '../patients/person-input.tsx'
import { SamePhone } from '../patients/same-phone.tsx'
import { personTyped } from '../patients/typed-person.ts'
import classes from './booking.module.css'
import type { NewPerson } from './draft.ts'
import { booking } from './texts.ts'

const FIELDS = ['firstName', 'lastName', 'phoneNumber'] as const

interface Whom {
  patient: Picked | undefined
  person: NewPerson | undefined
}
interface PatientFieldProps extends Whom {
  issueAt: (path: string) => Issue | undefined
  onChange: (whom: Partial<Whom>) => void
  /** Where the focus goes once a patient is chosen. */
  afterChoice: () => void
}

/** Whom it is about: one who is found by a few letters or digits, or one whose file is opened with it. */
export function PatientField({ patient, person, issueAt, onChange, afterChoice }: PatientFieldProps) {
  const t = useTexts(booking)
  const mayOpenFile = useMay('patients:write')
  const errorAt = useErrorAt({ issueAt }, INPUT)
  const open = (typed: string) => {
    const empty = { firstName: '', lastName: '', phoneNumber: '', confirmedNew: false }
    onChange({ person: { ...empty, ...personTyped(typed) } })
  }
  if (person) return <PersonFields {...{ person, onChange, errorAt }} />
  return (
    <PatientPicker
      label={t.patient}
      required
      isFirst
      chosen={patient}
      onChoose={one => onChange({ patient: one })}
      onNew={mayOpenFile ? open : undefined}
      afterChoice={afterChoice}
      error={errorAt('/patientId')}
    />
  )
}

interface PersonFieldsProps extends Pick<PatientFieldProps, 'onChange'> {
  person: NewPerson
  errorAt: (path: string) => string | undefined
}

function PersonFields({ person, onChange, errorAt }: PersonFieldsProps) {
  const t = useTexts(booking)
  const [first] = useState(() => FIELDS.find(name => person[name] === '') ?? 'phoneNumber')
  const form = {
    values: person,
    set: (changes: Partial<NewPerson>) => onChange({ person: { ...person, confirmedNew: false, ...changes } }),
  }
  return (
    <fieldset className={classes.person}>
      <legend>{t.newPatient}</legend>
      <Stack gap="sm">
        {FIELDS.map(name => (
          <PersonInput
            key={name}
            {...{ name, form, errorAt }}
            required={name !== 'phoneNumber'}
            takesFocus={name === first}
          />
        ))}
        <SamePhone phone={person.phoneNumber} />
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ person: undefined })}>
          {t.another}
        </Button>
      </Stack>
    </fieldset>
  )
}
