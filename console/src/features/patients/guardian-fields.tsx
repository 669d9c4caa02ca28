import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Picked } from '../../ui/picker.tsx'
import { newPatient } from './new-texts.ts'
import { PatientPicker } from './patient-picker.tsx'

const KINDS = ['PARENT', 'GUARDIAN'] as const

export interface GuardianDraft {
  guardian: Picked | undefined
  guardianKind: (typeof KINDS)[number]
}

interface GuardianFieldsProps {
  draft: GuardianDraft
  onChange: (changes: Partial<GuardianDraft>) => void
  error: string | undefined
}

/** Who is answerable for a child, and written to in its place. */
export function GuardianFields({ draft: { guardian, guardianKind }, onChange, error }: GuardianFieldsProps) {
  const t = useTexts(newPatient)
  return (
    <>
      <PatientPicker
        label={t.guardian}
        description={t.guardianHint}
        error={error}
        chosen={guardian}
        onChoose={chosen => onChange({ guardian: chosen })}
      />
      {guardian && (
        <NativeSelect
          label={t.guardianKind}
          data={KINDS.map(value => ({ value, label: t.kinds[value] }))}
          value={guardianKind}
          onChange={event => onChange({ guardianKind: event.currentTarget.value === 'PARENT' ? 'PARENT' : 'GUARDIAN' })}
        />
      )}
    </>
  )
}
