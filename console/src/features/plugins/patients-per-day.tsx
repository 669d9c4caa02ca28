import type { Issue } from '@clinic/contract/errors.ts'
import { NumberInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { consentTexts } from './consent-texts.ts'

interface PatientsPerDayProps {
  consent: Returned<'getConsent'>
  value: number | string
  issue: Issue | undefined
  onChange: (value: number | string) => void
}

/** Of how many patients the plugin may be shown records in a day, beside how many the clinic has. */
export function PatientsPerDay({ consent, value, issue, onChange }: PatientsPerDayProps) {
  const t = useTexts(consentTexts)
  const sentence = useIssueSentence()
  return (
    <Section title={t.patients} lead={t.patientsLead(consent.clinicPatients)}>
      <NumberInput
        label={t.perDay}
        hideControls
        allowDecimal={false}
        maw={220}
        value={value}
        error={issue && sentence({ ...issue, path: '' }, { type: 'integer', minimum: 100, maximum: 1_000_000 })}
        onChange={onChange}
      />
    </Section>
  )
}
