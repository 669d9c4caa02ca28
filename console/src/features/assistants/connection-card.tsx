import { Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconLock, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { Day, Ltr, Moment, Name, plainName } from '../../ui/isolated.tsx'
import { assistants } from './texts.ts'

export type Connection = Returned<'listConnections'>

interface ConnectionCardProps {
  connection: Connection
  /** Whose it is, where that is not the reader. */
  withOwner?: boolean
  actions: ReactNode
}

/** One connection: which app, by whom, since when, until when, and what it may read. */
export function ConnectionCard({ connection, withOwner = false, actions }: ConnectionCardProps) {
  const t = useTexts(assistants)
  const { language } = useLanguage()
  const id = useId()
  const { client, user } = connection
  return (
    <article className="card" aria-labelledby={id}>
      <Stack gap="lg">
        <Group align="flex-start" gap="md" wrap="nowrap">
          <span className="mark" aria-hidden="true">
            {[...plainName(client.name)].find(letter => /[\p{L}\p{N}]/u.test(letter))}
          </span>
          <div className="grow">
            <Group gap="xs">
              <Title order={withOwner ? 3 : 2} size="h4" id={id}>
                <Name>{client.name}</Name>
              </Title>
              <Verified verified={client.verified} />
            </Group>
            <Text c="dimmed" size="sm" className="breaks">
              {client.host && <Ltr>{client.host}</Ltr>}
              {withOwner && ` · ${t.of(plainName(nameOf(language, user)))}`}
            </Text>
          </div>
        </Group>
        <Facts connection={connection} />
        <Scopes scopes={connection.scopes} />
        <Group gap="sm" className="card-actions">
          {actions}
        </Group>
      </Stack>
    </article>
  )
}

function Verified({ verified }: { verified: boolean }) {
  const t = useTexts(assistants)
  return (
    <span className="tag" data-tone={verified ? undefined : 'warn'}>
      {verified ? <IconRosetteDiscountCheck size={15} aria-hidden /> : <IconAlertCircle size={15} aria-hidden />}
      {verified ? t.verified : t.unverified}
    </span>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const t = useTexts(assistants)
  const { connectedAt, lastUsedAt, endsAt, callsIn30Days, secondFactor } = connection
  return (
    <dl className="facts">
      <div>
        <dt>{t.connected}</dt>
        <dd>
          <Day at={connectedAt} />
        </dd>
        {secondFactor && (
          <dd className="small">
            <IconLock size={13} aria-hidden /> {t.secondFactor}
          </dd>
        )}
      </div>
      <div>
        <dt>{t.lastUsed}</dt>
        <dd>{lastUsedAt === null ? t.never : <Moment at={lastUsedAt} />}</dd>
      </div>
      <div>
        <dt>{t.calls}</dt>
        <dd>{t.callCount(callsIn30Days)}</dd>
      </div>
      <div>
        <dt>{t.ends}</dt>
        <dd>
          <Day at={endsAt} />
        </dd>
      </div>
    </dl>
  )
}

function Scopes({ scopes }: Pick<Connection, 'scopes'>) {
  const t = useTexts(assistants)
  const { language } = useLanguage()
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {t.mayRead}
      </Text>
      <ul className="scopes">
        {scopes.map(scope => (
          <li key={scope.name}>
            {scope[language]}{' '}
            {scope.sensitive && (
              <span className="tag" data-tone="warn">
                {t.sensitive}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
