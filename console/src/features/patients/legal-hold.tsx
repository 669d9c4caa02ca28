import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { PatientProps } from './patient-props.ts'
import { patients } from './texts.ts'

/** Keeps a file from being erased, for as long as an owner says. */
export function LegalHold({ patient: { id, legalHold, version } }: PatientProps) {
  const t = useTexts(patients)
  const changes = useMay('privacy:finish')
  const [reason, setReason] = useState('')
  const holding = useWrite('putLegalHold', {
    changes: ['getPatientPrivacy', 'listRestrictedPatients'],
    of: { version, words: { fields: { reason: t.holdReason } } },
    said: after => (after.legalHold === null ? t.unheld : t.held),
  })
  return (
    <Section title={t.hold} lead={t.holdLead}>
      <Stack>
        {legalHold !== null && (
          <Text>
            {t.reasonWas}: <Name>{legalHold}</Name>
          </Text>
        )}
        {!changes && <Text c="dimmed">{t.ownerOnly}</Text>}
        {changes && legalHold === null && (
          <TextInput
            label={t.holdReason}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        )}
        <ProblemNotice error={holding.error} />
        {changes && (
          <Group>
            <Button
              variant="default"
              loading={holding.isPending}
              disabled={legalHold === null && reason.trim() === ''}
              onClick={() => holding.mutate({ id, reason: legalHold === null ? reason.trim() : null })}
            >
              {legalHold === null ? t.putHold : t.takeHold}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}
