import { Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Day, Moment, Name } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SideDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { Evidence } from '../links/evidence.tsx'
import { OpenLink } from '../links/open-link.tsx'
import { SendOrHere } from '../links/send-or-here.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { CONSENTED, type Consent } from './consent.ts'
import { ConsentDeeds } from './consent-deeds.tsx'
import { ConsentName, ConsentState, ConsentWords } from './consent-parts.tsx'
import { forms } from './texts.ts'

/** The consent that the address names, beside whatever room shows it. */
export function ConsentDrawer() {
  const t = useTexts(forms)
  const { opened, close } = useDrawer()
  return (
    <SideDrawer title={t.consent} isOpen={opened.startsWith('cns_')} close={close}>
      {() => <Opened key={opened} id={opened} />}
    </SideDrawer>
  )
}

function Opened({ id }: { id: string }) {
  return (
    <Loaded query={useRead('getClinicConsent', { id })} rows={3} height={80}>
      {consent => <Sheet consent={consent} />}
    </Loaded>
  )
}

/** Whose consent it is and how it stands, what may be done with it, its words, and who signed them. */
function Sheet({ consent }: { consent: Consent }) {
  const t = useTexts(forms)
  const { patientId, patientName, name, nameAr, body, bodyAr, allowed } = consent
  return (
    <Stack>
      <Group gap="sm">
        {patientName !== null && <PatientLink patient={{ id: patientId, name: patientName }} />}
        <ConsentState of={consent.state} />
      </Group>
      <Text fw={600}>
        <ConsentName of={consent} />
      </Text>
      <Facts consent={consent} />
      <OpenLink link={consent.link} mayEnd={allowed.includes('SEND')} changes={CONSENTED} />
      {allowed.includes('SEND') && (
        <SendOrHere linked={{ kind: 'CONSENT', subjectId: consent.id, patientId, changes: CONSENTED }} />
      )}
      <ConsentDeeds consent={consent} />
      <section aria-label={t.words}>
        <Stack gap="sm">
          <ConsentWords title={name} body={body} language="en" />
          {bodyAr !== null && <ConsentWords title={nameAr ?? name} body={bodyAr} language="ar" />}
        </Stack>
      </section>
      <Evidence evidence={consent.evidence} />
    </Stack>
  )
}

function Facts({
  consent: { signerName, signedAt, witnessName, revokedAt, revokeReason, expiresAt },
}: {
  consent: Consent
}) {
  const t = useTexts(forms)
  return (
    <div>
      {signedAt !== null && (
        <Text size="sm">
          {t.signedBy} {signerName !== null && <Name>{signerName}</Name>} · <Moment at={signedAt} />
        </Text>
      )}
      {witnessName !== null && (
        <Text size="sm">
          {t.witnessedBy} <Name>{witnessName}</Name>
        </Text>
      )}
      {revokedAt === null ? (
        expiresAt !== null && (
          <Text size="sm" c="dimmed">
            {t.goodUntil} <Day at={expiresAt} />
          </Text>
        )
      ) : (
        <Text size="sm">
          {t.revokedOn} <Moment at={revokedAt} /> · <bdi>{revokeReason}</bdi>
        </Text>
      )}
    </div>
  )
}
