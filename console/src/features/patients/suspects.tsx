import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Phone, plainName } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty } from '../../ui/states.tsx'
import { careTexts } from './care-texts.ts'
import { patientList } from './list-texts.ts'
import { newPatient } from './new-texts.ts'
import { PatientLink } from './patient-link.tsx'
import { useMergeRefusal } from './use-merge-refusal.ts'

type Suspect = Returned<'listPatientSuspects'>
type File = Suspect['patients'][number]

/** Files that may be of one person, pair by pair: made one, or told to be of two. */
export function Suspects() {
  const t = useTexts(careTexts)
  const pages = useReadPages('listPatientSuspects', cursor => ({ cursor }))
  return (
    <Pages query={pages} height={200}>
      {all =>
        all.length === 0 ? (
          <Empty icon={<IconCopy size={22} stroke={1.6} />} title={t.noSuspects}>
            {t.noSuspectsLead}
          </Empty>
        ) : (
          <Stack>
            <Text c="dimmed">{t.suspectsLead}</Text>
            <ul className="rows">
              {all.map(suspect => (
                <li key={suspect.id}>
                  <Pair suspect={suspect} />
                </li>
              ))}
            </ul>
          </Stack>
        )
      }
    </Pages>
  )
}

function Pair({ suspect: { id, reasons, patients } }: { suspect: Suspect }) {
  const t = useTexts(careTexts)
  const words = useTexts(newPatient)
  const dismissing = useWrite('dismissPatientSuspect', {
    changes: ['listPatientSuspects', 'searchPatients'],
    said: () => t.dismissed,
  })
  return (
    <Stack gap="sm">
      <Text fw={600}>{reasons.map(reason => words.reasons[reason]).join(' · ')}</Text>
      {patients.map((file, index) => (
        <FileRow key={file.id} file={file} other={patients[1 - index]} />
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          loading={dismissing.isPending}
          onClick={() => dismissing.mutate({ id })}
        >
          {t.twoPersons}
        </Button>
      </Group>
      <ProblemNotice error={dismissing.error} />
    </Stack>
  )
}

/** The number that a clinic knows a file by. */
const numberOf = ({ clinicFileNumber, fileNumber }: File): string => clinicFileNumber ?? String(fileNumber)

function FileRow({ file, other }: { file: File; other: File | undefined }) {
  const words = useTexts(patientList)
  const { age, phoneNumber, phoneNumberMasked, clinicFileNumber, fileNumber } = file
  const phone = phoneNumber ?? phoneNumberMasked
  return (
    <Group justify="space-between" gap="sm">
      <div className="row-text">
        <PatientLink patient={file} />
        <div className="small">
          {clinicFileNumber === null ? words.file(fileNumber) : isolated(clinicFileNumber)}
          {age !== null && <> · {words.years(age)}</>}
          {phone !== null && (
            <>
              {' '}
              · <Phone>{phone}</Phone>
            </>
          )}
        </div>
      </div>
      {other && <Keep kept={file} absorbed={other} />}
    </Group>
  )
}

function Keep({ kept, absorbed }: { kept: File; absorbed: File }) {
  const t = useTexts(careTexts)
  const refusal = useMergeRefusal()
  const merging = useWrite('mergePatientFiles', {
    changes: ['listPatientSuspects', 'searchPatients', 'searchClinic', 'getPatientFile', 'getPatientSummary'],
    said: () => t.mergeDone,
  })
  return (
    <Confirm
      trigger={open => (
        <Button size="compact-sm" variant="default" onClick={open}>
          {t.keep(numberOf(kept))}
        </Button>
      )}
      title={t.mergeTitle(plainName(kept.name))}
      deed={t.mergeDeed}
      pending={merging.isPending}
      error={merging.error}
      own={refusal(merging.error)}
      act={() => merging.mutateAsync({ id: kept.id, absorbedId: absorbed.id })}
    >
      {t.mergeLead(numberOf(kept), numberOf(absorbed))}
    </Confirm>
  )
}
