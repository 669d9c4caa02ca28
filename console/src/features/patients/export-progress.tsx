import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { patients } from './texts.ts'

const ASK_EVERY_MS = 2_000

const isMaking = (state: string | undefined): boolean => state === 'QUEUED' || state === 'RUNNING'

/** How far an export of the patient is, and the way to it. */
export function ExportProgress({ id }: { id: string }) {
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
