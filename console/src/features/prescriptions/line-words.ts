import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { prescriptions } from './texts.ts'

export type Prescription = Returned<'listPrescriptionsOfPatient'>

/** What shows prescriptions, and is asked anew when there is another. */
export const PRESCRIBED = ['listPrescriptionsOfPatient', 'getPatientTimeline'] as const

/** What is prescribed in one line: how strong, how much, how often and how long. */
export function useLineWords() {
  const t = useTexts(prescriptions)
  return ({ name, strength, dosage, sig, duration }: Prescription['medications'][number]): string =>
    [
      [name, strength].filter(Boolean).join(' '),
      dosage === null ? null : t.dose(dosage),
      sig,
      duration === null ? null : t.days(duration),
    ]
      .flatMap(part => (part ? plainName(part) : []))
      .join(' · ')
}
