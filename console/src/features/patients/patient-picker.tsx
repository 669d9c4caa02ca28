import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { type Picked, Picker } from '../../ui/picker.tsx'
import { patientList } from './list-texts.ts'
import { newPatient } from './new-texts.ts'

/** While a person types, nothing is asked for. */
const PAUSE_MS = 200
const SHORTEST = 2

type Found = Returned<'searchClinic'>['patients'][number]

/** A patient as one is chosen: told from another of the name by number, phone and age. */
function usePicked() {
  const t = useTexts(patientList)
  return ({ id, name, fileNumber, clinicFileNumber, phoneNumber, phoneNumberMasked, age }: Found): Picked => {
    const number = clinicFileNumber === null ? t.file(fileNumber) : isolated(clinicFileNumber)
    const phone = phoneNumber ?? phoneNumberMasked
    const about = [number, ...(phone === null ? [] : [isolated(phone)]), ...(age === null ? [] : [t.years(age)])]
    return { id, name, about: about.join(' · ') }
  }
}

interface PatientPickerProps {
  label: string
  description?: string
  error?: string | undefined
  required?: boolean
  chosen: Picked | undefined
  onChoose: (one: Picked | undefined) => void
  /** Whom it makes no sense to choose. */
  without?: string
  /** Opens a file for who has none, beginning with what was typed. */
  onNew?: ((typed: string) => void) | undefined
  isFirst?: boolean
  afterChoice?: () => void
}

/** A patient of the clinic, by a few letters of the name or digits of a number. */
export function PatientPicker({ without, onChoose, onNew, ...props }: PatientPickerProps) {
  const t = useTexts(patientList)
  const words = useTexts(newPatient)
  const picked = usePicked()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = q.length >= SHORTEST && typed.trim().length >= SHORTEST
  const { data, isPlaceholderData } = useRead('searchClinic', { q }, { when: isAsked, keeps: true })
  const isBehind = typed.trim().length >= SHORTEST && (q !== typed.trim() || data === undefined || isPlaceholderData)
  const found = isAsked ? data?.patients.filter(({ id }) => id !== without).map(picked) : undefined
  const choose = (one: Picked | undefined) => {
    setTyped('')
    onChoose(one)
  }
  const open = () => onNew?.(typed.trim())
  return (
    <div>
      <Picker
        {...{ ...props, typed, found, isBehind, placeholder: t.byAll }}
        onType={setTyped}
        onChoose={choose}
        onNone={open}
      />
      {onNew && props.chosen === undefined && isAsked && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={open}>
          {words.createNamed(typed.trim())}
        </Button>
      )}
    </div>
  )
}
