import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { careTexts } from './care-texts.ts'
import { Merges } from './merges.tsx'

const CHANGES = ['getPatientFile', 'getPatientSummary', 'searchPatients', 'searchClinic', 'getPatientPrivacy'] as const
const REASONS = ['MISTAKE', 'ASKED_FOR', 'OTHER'] as const

interface FileProps {
  file: Returned<'getPatientFile'>
}

/** What becomes of the file as a whole, for those who see to that. */
export function FileCare({ file }: FileProps) {
  const t = useTexts(careTexts)
  if (!useMay('patients:manage')) return null
  return (
    <Section title={t.title}>
      <Stack>
        {file.archiveReason !== null && <Text>{t.archivedFor(plainName(file.archiveReason))}</Text>}
        <Merges id={file.id} />
        <Group gap="sm">
          {file.archived ? <Unarchive file={file} /> : <Archive file={file} />}
          <Delete file={file} />
        </Group>
      </Stack>
    </Section>
  )
}

function Archive({ file: { id, name } }: FileProps) {
  const t = useTexts(careTexts)
  const [reason, setReason] = useState('')
  const archiving = useWrite('archivePatientFile', { changes: CHANGES, said: () => t.archived })
  return (
    <Confirm
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.archive}
        </Button>
      )}
      title={t.archiveTitle(plainName(name))}
      deed={t.archiveDeed}
      pending={archiving.isPending}
      error={archiving.error}
      own={{ in_use: t.inUse, validation_failed: t.noReason }}
      act={() => archiving.mutateAsync({ id, reason: reason.trim() })}
    >
      <Stack>
        <Text>{t.archiveLead}</Text>
        <TextInput
          label={t.reason}
          required
          maxLength={200}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

function Unarchive({ file: { id } }: FileProps) {
  const t = useTexts(careTexts)
  const taking = useWrite('unarchivePatientFile', { changes: CHANGES, said: () => t.unarchived })
  return (
    <>
      <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate({ id })}>
        {t.unarchive}
      </Button>
      <ProblemNotice error={taking.error} />
    </>
  )
}

function Delete({ file: { id, name } }: FileProps) {
  const t = useTexts(careTexts)
  const [reason, setReason] = useState<(typeof REASONS)[number]>('MISTAKE')
  const deleting = useWrite('deletePatientFile', { changes: CHANGES, said: () => t.deleted })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.delete}
        </Button>
      )}
      title={t.deleteTitle(plainName(name))}
      deed={t.deleteDeed}
      pending={deleting.isPending}
      error={deleting.error}
      own={{ in_use: t.inUse }}
      act={() => deleting.mutateAsync({ id, reason })}
    >
      <Stack>
        <Text>{t.deleteLead}</Text>
        <NativeSelect
          label={t.reason}
          data={REASONS.map(value => ({ value, label: t.reasons[value] }))}
          value={reason}
          onChange={event => setReason(REASONS.find(one => one === event.currentTarget.value) ?? reason)}
        />
      </Stack>
    </Confirm>
  )
}
