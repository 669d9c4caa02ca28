import { Button, Checkbox, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { PatientProps } from './patient-props.ts'
import { patients } from './texts.ts'

const ASK_EVERY_MS = 2_000

/** Has all that is kept of the patient written out, shows how far it is, and hands it out. */
export function AccessExport({ patient: { id } }: PatientProps) {
  const t = useTexts(patients)
  const { language } = useLanguage()
  const [pageIn, setPageIn] = useState<string>(language)
  const [withFiles, setWithFiles] = useState(true)
  const starting = useWrite('startAccessExport', { changes: [] })
  return (
    <Section title={t.export} lead={t.exportLead}>
      <Stack>
        <NativeSelect
          label={t.pageIn}
          maw={260}
          data={[
            { value: 'en', label: t.english },
            { value: 'ar', label: t.arabic },
          ]}
          value={pageIn}
          onChange={event => setPageIn(event.currentTarget.value)}
        />
        <Checkbox
          label={t.withFiles}
          checked={withFiles}
          onChange={event => setWithFiles(event.currentTarget.checked)}
        />
        <ProblemNotice error={starting.error} />
        {starting.data && <Making id={starting.data.id} />}
        <Group>
          <Button
            loading={starting.isPending}
            onClick={() => starting.mutate({ id, language: pageIn === 'ar' ? 'ar' : 'en', withFiles })}
          >
            {t.export}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

const isMaking = (state: string | undefined): boolean => state === 'QUEUED' || state === 'RUNNING'

function Making({ id }: { id: string }) {
  const t = useTexts(patients)
  const made = useQuery({
    ...useClinicApi().one('getExport', { id }),
    refetchInterval: query =>
      query.state.data === undefined || isMaking(query.state.data.state) ? ASK_EVERY_MS : false,
  })
  if (!made.data) return <ProblemNotice error={made.error} />
  const { state, progress, downloadUrl } = made.data
  return (
    <Stack gap="xs" role="status">
      {isMaking(state) && (
        <>
          <Text>{t.making}</Text>
          <Progress value={progress * 100} aria-label={t.making} />
        </>
      )}
      {state === 'READY' && downloadUrl !== null && (
        <Group gap="sm">
          <Text>{t.ready}</Text>
          <Button component="a" href={downloadUrl} variant="default">
            {t.download}
          </Button>
        </Group>
      )}
      {state === 'FAILED' && <Text c="red">{t.failed}</Text>}
    </Stack>
  )
}
