import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll, type Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { say } from '../../ui/toast.ts'
import { security } from './texts.ts'
import { browserOf } from './user-agent.ts'

export const sessionsKey = ['sessions'] as const
type OpenSession = Returned<'listSessions'>

/** Where one is logged in, and the end of it. */
export function SessionsSection() {
  const t = useTexts(security)
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => askAll('listSessions', {}, signal) })
  const again = () => client.invalidateQueries({ queryKey: sessionsKey }).then(focusHeading)
  const ending = useMutation({
    mutationFn: (id: string) => ask('endSession', { id }),
    onSuccess: () => {
      say(t.ended)
      return again()
    },
  })
  const endingOthers = useMutation({
    mutationFn: () => ask('endOtherSessions', {}),
    onSuccess: () => {
      say(t.othersEnded)
      return again()
    },
  })
  return (
    <Section title={t.sessions} lead={t.sessionsLead}>
      <Loaded query={sessions} rows={2} height={56}>
        {found => (
          <>
            <ul className="rows">
              {found.map(session => (
                <SessionRow key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
              ))}
            </ul>
            {found.length > 1 && (
              <Button mt="lg" variant="default" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
                {t.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <ProblemNotice error={ending.error ?? endingOthers.error} />
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const t = useTexts(security)
  const found = browserOf(session.userAgent)
  const name = found ? t.browserOn(found.browser, found.system) : t.unknownBrowser
  return (
    <li>
      <Group justify="space-between">
        <div className="row-text">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {session.current && <span className="tag">{t.thisOne}</span>}
          </Group>
          <Text size="sm" c="dimmed">
            <Ltr>{session.address}</Ltr> · {t.lastSeen} <Moment at={session.lastSeenAt} />
          </Text>
        </div>
        {!session.current && (
          <Button variant="light" color="red" size="sm" onClick={onEnd} aria-label={t.endOf(name)}>
            {t.end}
          </Button>
        )}
      </Group>
    </li>
  )
}
