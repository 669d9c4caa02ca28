import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { Picker } from '../../ui/picker.tsx'
import { prescriptions } from './texts.ts'

/** While a person types, nothing is asked for. */
const PAUSE_MS = 200

type Medication = Returned<'listClinicMedications'>

interface PickerProps {
  error: string | undefined
  choose: (name: string, known?: Medication) => void
}

/** A medication of the formulary by letters of its name, or any other by its whole name. */
export function MedicationPicker({ error, choose }: PickerProps) {
  const t = useTexts(prescriptions)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = q !== '' && typed.trim() !== ''
  const { data, isPlaceholderData } = useReadAll('listClinicMedications', { q }, { when: isAsked, keeps: true })
  const isBehind = typed.trim() !== '' && (q !== typed.trim() || data === undefined || isPlaceholderData)
  const found = isAsked ? data : undefined
  const take = (name: string, known?: Medication) => {
    setTyped('')
    if (name !== '') choose(name, known)
  }
  return (
    <div>
      <Picker
        label={t.add}
        description={t.addHint}
        error={error}
        chosen={undefined}
        onChoose={one => {
          const known = data?.find(({ id }) => id === one?.id)
          if (known) take(known.name, known)
        }}
        typed={typed}
        onType={setTyped}
        found={found?.map(({ id, name, strength, category }) => ({
          ...{ id, name, about: [strength, category].filter(Boolean).join(' · ') },
        }))}
        isBehind={isBehind}
        onNone={() => take(typed.trim())}
        isFirst
      />
      {isAsked && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => take(typed.trim())}>
          {t.asTyped(typed.trim())}
        </Button>
      )}
    </div>
  )
}
