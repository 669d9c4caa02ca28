import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Day, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AccessExport } from './access-export.tsx'
import { Erasure } from './erasure.tsx'
import { LegalHold } from './legal-hold.tsx'
import type { PatientProps } from './patient-props.ts'
import { patients } from './texts.ts'

/** Whether the record need not be kept any longer. */
const isOver = (until: string): boolean => Date.parse(until) <= Date.now()

/** What is kept of a patient can be given to them, and erased. */
export function PrivacyTab({ id }: { id: string }) {
  const found = useRead('getPatientPrivacy', { id })
  return (
    <Loaded query={found} rows={2} height={200}>
      {patient => (
        <Stack gap="lg">
          <State patient={patient} />
          {patient.state !== 'ANONYMISED' && <AccessExport patient={patient} />}
          {patient.state !== 'ANONYMISED' && <LegalHold patient={patient} />}
        </Stack>
      )}
    </Loaded>
  )
}

function State({ patient }: PatientProps) {
  const t = useTexts(patients)
  const { restrictedAt, restrictedBy, reason, anonymiseAt, anonymisedAt, keptUntil } = patient
  return (
    <Section title={t.state}>
      <Stack gap="xs">
        {anonymisedAt === null ? (
          <Text>
            {isOver(keptUntil) ? (
              t.nothingKept
            ) : (
              <>
                {t.keptUntil} <Day at={keptUntil} />.
              </>
            )}
          </Text>
        ) : (
          <Text>
            {t.anonymisedOn} <Day at={anonymisedAt} />.
          </Text>
        )}
        {restrictedAt !== null && (
          <Text>
            {t.restrictedOn(restrictedBy ?? '')} <Day at={restrictedAt} />.
          </Text>
        )}
        {reason !== null && (
          <Text>
            {t.reasonWas}: <Name>{reason}</Name>
          </Text>
        )}
        {anonymiseAt !== null && anonymisedAt === null && (
          <Text>
            {t.anonymousFrom} <Day at={anonymiseAt} />.
          </Text>
        )}
        <Erasure patient={patient} />
      </Stack>
    </Section>
  )
}
