import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { notices } from '../notices/texts.ts'
import { Acknowledge } from './acknowledge.tsx'
import { securityTexts } from './texts.ts'

type SecurityEvent = Returned<'listSecurityEvents'>

const LOOKS: Readonly<Record<SecurityEvent['level'], readonly [tone: string, icon: TablerIcon]>> = {
  INFO: ['quiet', IconInfoCircle],
  WARN: ['warn', IconAlertTriangle],
  CRITICAL: ['danger', IconAlertOctagon],
}

/** One event: how much it matters, what happened, and what to do about it. */
export function SecurityEventCard({ event }: { event: SecurityEvent }) {
  const t = useTexts(securityTexts)
  const { alarms } = useTexts(notices)
  const { moment } = useFormats()
  const { kind, level, open, times, createdAt, lastAt, acknowledgedAt, note, pluginSlug } = event
  const [tone, Icon] = LOOKS[level]
  return (
    <article className="card">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} className="row-text">
          <Group gap="sm">
            <span className="tag" data-tone={tone}>
              <Icon size={15} aria-hidden />
              {t.levels[level]}
            </span>
            <Text size="sm" c="dimmed">
              <Moment at={lastAt} />
              {times > 1 && ` · ${t.times(times)} ${t.since(moment(createdAt))}`}
            </Text>
          </Group>
          <Text fw={600}>{alarms[kind](pluginSlug ?? '')}</Text>
          {event.cause !== null && <Text size="sm">{causeIn(t.cause, event.cause)}</Text>}
          <Facts event={event} />
          {open && <Text size="sm">{t.todo[kind]}</Text>}
          {acknowledgedAt !== null && (
            <Text size="sm" c="dimmed">
              {t.seenOn(moment(acknowledgedAt))}
              {note !== null && (
                <>
                  {' · '}
                  {t.found}: <bdi dir="auto">{note}</bdi>
                </>
              )}
            </Text>
          )}
        </Stack>
        <Group gap="sm">
          <ToPlugin event={event} />
          {open && <Acknowledge event={event} />}
        </Group>
      </Group>
    </article>
  )
}

const causeIn = (words: Readonly<Record<string, string>>, cause: string): string => words[cause] ?? cause

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <span>
    <span className="small">{title}: </span>
    {children}
  </span>
)

function Facts({ event }: { event: SecurityEvent }) {
  const t = useTexts(securityTexts)
  const { userName, browser, network, tokenHint, patientsPerDay, command } = event
  return (
    <Group gap="md">
      {userName !== null && (
        <Fact title={t.person}>
          <Name>{userName}</Name>
        </Fact>
      )}
      {browser !== null && <Fact title={t.browser}>{browser}</Fact>}
      {network !== null && (
        <Fact title={t.network}>
          <Ltr>{network}</Ltr>
        </Fact>
      )}
      {tokenHint !== null && (
        <Fact title={t.key}>
          <Ltr>{`${tokenHint}…`}</Ltr>
        </Fact>
      )}
      {patientsPerDay !== null && <Fact title={t.limit}>{patientsPerDay}</Fact>}
      {command !== null && (
        <Fact title={t.command}>
          <Ltr>{command}</Ltr>
        </Fact>
      )}
    </Group>
  )
}

function ToPlugin({ event: { installationId, kind } }: { event: SecurityEvent }) {
  const t = useTexts(securityTexts)
  const { clinicId } = useClinicApi()
  if (installationId === null) return null
  return (
    <Anchor component={Link} to={hrefOf(clinicId, 'plugin', { id: installationId })} size="sm">
      {kind === 'mass_read' ? t.raise : t.toPlugin}
    </Anchor>
  )
}
