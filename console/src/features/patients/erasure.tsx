import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { careTexts } from './care-texts.ts'
import type { PatientProps } from './patient-props.ts'
import { patients } from './texts.ts'

const CHANGES = ['getPatientPrivacy', 'listRestrictedPatients'] as const

/** What can be done to the file now: erased, opened again, made anonymous. */
export function Erasure({ patient }: PatientProps) {
  const t = useTexts(patients)
  const finishes = useMay('privacy:finish')
  const { state, comingVisits, openInvoices, legalHold } = patient
  if (state === 'ANONYMISED') return null
  if (state === 'RESTRICTED')
    return (
      <Group gap="sm">
        <Lift patient={patient} />
        {finishes && legalHold === null && <Finish patient={patient} />}
      </Group>
    )
  if (state !== 'DELETED' && comingVisits + openInvoices > 0)
    return <Text c="dimmed">{t.blocked(comingVisits, openInvoices)}</Text>
  return (
    <Group gap="sm" align="flex-start">
      {state === 'DELETED' && <Restore patient={patient} />}
      {legalHold === null && <Erase patient={patient} />}
    </Group>
  )
}

function Erase({ patient: { id, name, fileNumber, keptUntil } }: PatientProps) {
  const t = useTexts(patients)
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const erasing = useWrite('restrictPatient', { changes: [...CHANGES], said: () => t.erased })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {t.erase}
        </Button>
      )}
      title={t.eraseTitle(name)}
      deed={t.eraseDeed}
      pending={erasing.isPending}
      error={erasing.error}
      own={{ confirmation_mismatch: t.mismatch, validation_failed: t.mismatch, in_use: t.inUse }}
      act={() => erasing.mutateAsync({ id, reason: reason.trim(), confirm: confirm.trim() })}
    >
      <Stack>
        <Text>{t.eraseNow}</Text>
        <Text>
          {t.eraseLater} <Day at={keptUntil} />.
        </Text>
        <TextInput
          label={t.reason}
          required
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <NumberInput number={fileNumber} value={confirm} onChange={setConfirm} />
      </Stack>
    </Confirm>
  )
}

interface NumberInputProps {
  number: number
  value: string
  onChange: (value: string) => void
}

const NumberInput = ({ number, value, onChange }: NumberInputProps) => (
  <TextInput
    label={useTexts(patients).typeNumber(number)}
    required
    dir="ltr"
    inputMode="numeric"
    autoComplete="off"
    maxLength={20}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

function Lift({ patient: { id } }: PatientProps) {
  const t = useTexts(patients)
  const lifting = useWrite('liftErasure', { changes: [...CHANGES], said: () => t.lifted })
  return (
    <>
      <Button variant="default" loading={lifting.isPending} onClick={() => lifting.mutate({ id })}>
        {t.lift}
      </Button>
      <ProblemNotice error={lifting.error} />
    </>
  )
}

function Restore({ patient: { id } }: PatientProps) {
  const t = useTexts(careTexts)
  const restoring = useWrite('restorePatientFile', {
    changes: [...CHANGES, 'getPatientSummary', 'getPatientFile', 'searchPatients', 'searchClinic'],
    said: () => t.restored,
  })
  if (!useMay('patients:manage')) return null
  return (
    <Stack gap="sm" align="flex-start">
      <Button loading={restoring.isPending} onClick={() => restoring.mutate({ id })}>
        {t.restore}
      </Button>
      <ProblemNotice error={restoring.error} own={{ undo_expired: t.tooLate, invalid_state_transition: t.erased }} />
    </Stack>
  )
}

function Finish({ patient: { id, fileNumber } }: PatientProps) {
  const t = useTexts(patients)
  const [confirm, setConfirm] = useState('')
  const finishing = useWrite('anonymisePatient', { changes: [...CHANGES], said: () => t.finished })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.finish}
        </Button>
      )}
      title={t.finishTitle}
      deed={t.finish}
      pending={finishing.isPending}
      error={finishing.error}
      own={{ confirmation_mismatch: t.mismatch, validation_failed: t.mismatch, retention_not_over: t.notOver }}
      act={() => finishing.mutateAsync({ id, confirm: confirm.trim() })}
    >
      <Stack>
        <Text>{t.finishLead}</Text>
        <NumberInput number={fileNumber} value={confirm} onChange={setConfirm} />
      </Stack>
    </Confirm>
  )
}
