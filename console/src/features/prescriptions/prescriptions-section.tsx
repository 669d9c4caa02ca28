import { Button, Group, Stack, Text } from '@mantine/core'
import { hrefOf } from '../../app/rooms.ts'
import type { Input } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Moment, Name, plainName } from '../../ui/isolated.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Section } from '../../ui/section.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { PRESCRIBED, type Prescription, useLineWords } from './line-words.ts'
import { PrescribeForm } from './prescribe-form.tsx'
import { prescriptions } from './texts.ts'

interface SectionProps {
  patientId: string
  /** Where more is written; nothing is where it is not known. */
  about?: Pick<Input<'prescribe'>, 'patientId' | 'branchId' | 'appointmentId'> | undefined
}

/** What was prescribed to a patient, newest first, and where more is. */
export function PrescriptionsSection({ patientId, about }: SectionProps) {
  const t = useTexts(prescriptions)
  const { open, close } = useDrawer()
  const mayWrite = useMay('prescriptions:write') && about !== undefined
  const pages = useReadPages('listPrescriptionsOfPatient', cursor => ({ id: patientId, cursor }))
  return (
    <Section title={t.title}>
      <Stack align="stretch">
        {mayWrite && (
          <Group>
            <Button variant="default" onClick={() => open('prescribe')}>
              {t.prescribe}
            </Button>
          </Group>
        )}
        <Pages query={pages} height={80}>
          {all =>
            all.length === 0 ? (
              <Text c="dimmed">{t.none}</Text>
            ) : (
              <ul className="rows" aria-label={t.title}>
                {all.map(one => (
                  <li key={one.id}>
                    <Row prescription={one} />
                  </li>
                ))}
              </ul>
            )
          }
        </Pages>
      </Stack>
      {mayWrite && (
        <UrlDrawer name="prescribe" title={t.prescribe}>
          {() => <PrescribeForm about={about} done={close} />}
        </UrlDrawer>
      )}
    </Section>
  )
}

function Row({ prescription }: { prescription: Prescription }) {
  const t = useTexts(prescriptions)
  const { clinicId } = useClinicApi()
  const wordsOf = useLineWords()
  const { id, medications, details, doctorName, createdAt, canceledAt, cancelReason, allowed } = prescription
  return (
    <Group justify="space-between" align="start" gap="sm">
      <div className="row-text">
        {medications.map(line => (
          <div key={line.id} dir="auto" data-ended={canceledAt !== null || undefined}>
            {wordsOf(line)}
          </div>
        ))}
        {details !== null && <div dir="auto">{details}</div>}
        <span className="small">
          <Name>{doctorName}</Name> · <Moment at={createdAt} />
        </span>
        {canceledAt !== null && (
          <div>
            <span className="tag" data-tone="warn">
              {cancelReason === null ? t.canceled : t.why(plainName(cancelReason))}
            </span>
          </div>
        )}
      </div>
      <Group gap="xs">
        <LinkButton href={hrefOf(clinicId, 'prescription', { id })} size="compact-md" variant="default">
          {t.toPrint}
        </LinkButton>
        {allowed.includes('CANCEL') && <Cancel id={id} />}
      </Group>
    </Group>
  )
}

function Cancel({ id }: { id: string }) {
  const t = useTexts(prescriptions)
  const canceling = useWrite('cancelPrescription', { changes: PRESCRIBED, said: () => t.isCanceled })
  return (
    <NoteDialog
      trigger={open => (
        <Button size="compact-md" variant="subtle" color="red" onClick={open}>
          {t.cancel}
        </Button>
      )}
      title={t.cancelTitle}
      lead={t.cancelLead}
      note={t.reason}
      missing={t.noReason}
      deed={t.cancelDeed}
      isDanger
      pending={canceling.isPending}
      error={canceling.error}
      act={({ note = '' }) => canceling.mutateAsync({ id, reason: note })}
    />
  )
}
