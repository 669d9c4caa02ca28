import type { Issue } from '@clinic/contract/errors.ts'
import { NumberInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { consentTexts } from './consent-texts.ts'

interface PatientsPerDayProps {
  consent: Returned<'getConsent'>
  form: {
    values: { patientsPerDay: number | string }
    set: (changes: { patientsPerDay: number | string }) => void
    issueAt: (path: string) => Issue | undefined
  }
}

/** Of how many patients the plugin may be shown records in a day, beside how many the clinic has. */
export function PatientsPerDay({ consent, form }: PatientsPerDayProps) {
  const t = useTexts(consentTexts)
  const sentence = useIssueSentence()
  const issue = form.issueAt('/patientsPerDay')
  return (
    <Section title={t.patients} lead={t.patientsLead(consent.clinicPatients)}>
      <NumberInput
        label={t.perDay}
        hideControls
        allowDecimal={false}
        maw={220}
        value={form.values.patientsPerDay}
        error={issue && sentence({ ...issue, path: '' }, { type: 'integer', minimum: 100, maximum: 1_000_000 })}
        onChange={patientsPerDay => form.set({ patientsPerDay })}
      />
    </Section>
  )
}
