import { Stack, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { CalendarDay, Day, Ltr, Name, Phone } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AlertsSection } from './alerts-section.tsx'
import { Fact, Facts } from './facts.tsx'
import { FileCare } from './file-care.tsx'
import { patientFile } from './file-texts.ts'
import { useGender } from './gender.ts'
import { InsuranceSection } from './insurance-section.tsx'
import { RelationsSection } from './relations-section.tsx'

/** All that is said of the person; how they are reached for those who may see it. */
export function DetailsTab({ id }: { id: string }) {
  const file = useRead('getPatientFile', { id })
  const [seesAlerts, seesCover] = [useMay('records:read'), useMay('insurance:read')]
  return (
    <Loaded query={file} rows={3} height={160}>
      {found => (
        <Stack gap="lg">
          {seesAlerts && <AlertsSection id={id} />}
          <Person file={found} />
          <Contact file={found} />
          {seesCover ? <InsuranceSection id={id} /> : <Insurance file={found} />}
          <RelationsSection id={id} version={found.version} />
          <Notes file={found} />
          <FileCare file={found} />
        </Stack>
      )}
    </Loaded>
  )
}

interface FileProps {
  file: Returned<'getPatientFile'>
}

const named = (text: string | null | undefined) => (text ? <Name>{text}</Name> : null)
const coded = (text: string | null | undefined) => (text ? <Ltr>{text}</Ltr> : null)
const dialled = (text: string | null | undefined) => (text ? <Phone>{text}</Phone> : null)

function Person({ file }: FileProps) {
  const t = useTexts(patientFile)
  const genderOf = useGender()
  return (
    <Section title={t.person}>
      <Facts>
        <Fact title={t.firstName}>{named(file.firstName)}</Fact>
        <Fact title={t.lastName}>{named(file.lastName)}</Fact>
        <Fact title={t.birthDate}>{file.birthDate === null ? null : <CalendarDay date={file.birthDate} />}</Fact>
        <Fact title={t.gender}>{genderOf(file.gender)}</Fact>
        <Fact title={t.nationality}>{named(file.nationality)}</Fact>
        <Fact title={t.maritalStatus}>{named(file.maritalStatus)}</Fact>
        <Fact title={t.nationalId}>{coded(file.nationalId)}</Fact>
        <Fact title={t.opened}>
          <Day at={file.createdAt} />
        </Fact>
      </Facts>
    </Section>
  )
}

function Contact({ file }: FileProps) {
  const t = useTexts(patientFile)
  const isHidden = file.phoneNumber === undefined
  return (
    <Section title={t.contact}>
      <Facts>
        <Fact title={t.phone}>{dialled(file.phoneNumber ?? file.phoneNumberMasked) ?? '–'}</Fact>
        <Fact title={t.phone2}>{dialled(file.phoneNumber2)}</Fact>
        <Fact title={t.email} wide>
          {coded(file.email)}
        </Fact>
        <Fact title={t.address} wide>
          {named(file.address)}
        </Fact>
        <Fact title={t.language}>{file.language === null ? null : t.languages[file.language]}</Fact>
        <Fact title={t.noReminders}>{file.noReminders ? t.noRemindersLead : null}</Fact>
      </Facts>
      {isHidden && (
        <Text c="dimmed" mt="sm">
          {t.contactHidden}
        </Text>
      )}
    </Section>
  )
}

function Insurance({ file: { insurance } }: FileProps) {
  const t = useTexts(patientFile)
  if (insurance === null)
    return (
      <Section title={t.insurance}>
        <Text c="dimmed">{t.uninsured}</Text>
      </Section>
    )
  return (
    <Section title={t.insurance}>
      <Facts>
        <Fact title={t.insurer}>{named(insurance.insurer)}</Fact>
        <Fact title={t.insuredNumber}>{coded(insurance.number)}</Fact>
        <Fact title={t.group}>{named(insurance.group)}</Fact>
        <Fact title={t.until}>{insurance.endDate === null ? null : <CalendarDay date={insurance.endDate} />}</Fact>
      </Facts>
    </Section>
  )
}

function Notes({ file: { details } }: FileProps) {
  const t = useTexts(patientFile)
  return (
    <Section title={t.notes}>
      {details ? (
        <Text style={{ whiteSpace: 'pre-wrap' }}>
          <bdi dir="auto">{details}</bdi>
        </Text>
      ) : (
        <Text c="dimmed">{t.noNotes}</Text>
      )}
    </Section>
  )
}
