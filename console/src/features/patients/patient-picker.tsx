import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { type Picked, Picker } from '../../ui/picker.tsx'
import { patientList } from './list-texts.ts'

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
}

/** A patient of the clinic, by a few letters of the name or digits of a number. */
export function PatientPicker({ without, onChoose, ...props }: PatientPickerProps) {
  const t = useTexts(patientList)
  const picked = usePicked()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = q.length >= SHORTEST && typed.trim().length >= SHORTEST
  const { data } = useRead('searchClinic', { q }, { when: isAsked, keeps: true })
  const found = isAsked ? data?.patients.filter(({ id }) => id !== without).map(picked) : undefined
  const choose = (one: Picked | undefined) => {
    setTyped('')
    onChoose(one)
  }
  return <Picker {...props} placeholder={t.byAll} typed={typed} onType={setTyped} found={found} onChoose={choose} />
}
