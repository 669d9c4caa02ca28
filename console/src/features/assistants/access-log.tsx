import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Moment, plainName } from '../../ui/isolated.tsx'
import { More } from '../../ui/more.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import type { Connection } from './connection-card.tsx'
import { assistants } from './texts.ts'
import { toolTexts } from './tool-texts.ts'

/** What an assistant has read, in a drawer beside the list. */
export function AccessLog({ connection }: { connection: Connection }) {
  const t = useTexts(assistants)
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const name = plainName(connection.client.name)
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label={`${t.log}: ${name}`}>
        {t.log}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.logOf(name)}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Text c="dimmed" mb="lg">
          {t.logLead}
        </Text>
        {opened && <Entries id={connection.id} />}
      </Drawer>
    </>
  )
}

/** In plain words; a tool that is newer than this page under its own name. */
function Deed({ operation }: { operation: string }) {
  const words = new Map<string, string>(Object.entries(useTexts(toolTexts)))
  return words.get(operation) ?? <Ltr>{operation}</Ltr>
}

function Entries({ id }: { id: string }) {
  const t = useTexts(assistants)
  const { askPage, key } = useClinicApi()
  const page = { id, limit: 25 }
  const log = useInfiniteQuery({
    queryKey: key('listAccesses', page),
    queryFn: ({ pageParam, signal }) => askPage('listAccesses', { ...page, cursor: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
  })
  if (log.isPending) return <Loading rows={4} height={56} />
  if (!log.data) return <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />
  const entries = log.data.pages.flatMap(page => page.data)
  if (entries.length === 0) return <Text>{t.logEmpty}</Text>
  return (
    <Stack>
      <ul className="rows">
        {entries.map(entry => (
          <li key={entry.id}>
            <Group justify="space-between" gap="xs">
              <Text fw={600} span>
                <Deed operation={entry.operation} />
              </Text>
              <Text size="sm" c="dimmed" span>
                <Moment at={entry.at} />
              </Text>
            </Group>
            <Group gap="xs">
              {entry.patientCount > 0 && (
                <Text size="sm" span>
                  {t.patients(entry.patientCount)}
                </Text>
              )}
              {entry.fieldScopes.includes('patients:read.pii') && (
                <span className="tag" data-tone="warn">
                  {t.contacts}
                </span>
              )}
              {entry.refused && <span className="tag">{t.refused}</span>}
            </Group>
          </li>
        ))}
      </ul>
      <ProblemNotice error={log.error} />
      <More query={log} />
    </Stack>
  )
}
