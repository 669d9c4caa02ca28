import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Day, Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useLocalized } from './localized.ts'
import { requestTexts } from './request-texts.ts'
import { plugins } from './texts.ts'

type Request = Returned<'listInstallRequests'>

/** What people of the clinic ask for, and the answer. */
export function InstallRequests({ found }: { found: readonly Request[] }) {
  const t = useTexts(requestTexts)
  if (found.length === 0) return null
  return (
    <Section title={t.title}>
      <ul className="rows">
        {found.map(request => (
          <li key={request.id}>
            <Asked request={request} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Asked({ request }: { request: Request }) {
  const localized = useLocalized()
  const manages = useMay('plugins:manage')
  return (
    <Group justify="space-between" gap="sm" align="flex-start">
      <div className="row-text">
        <Text fw={600}>
          <Name>{localized(request.name)}</Name>
        </Text>
        {request.askedBy.map(({ userId, name, note, askedAt }) => (
          <Text key={userId} size="sm" c="dimmed">
            <Name>{name}</Name> · <Day at={askedAt} />
            {note && (
              <>
                <br />
                <bdi dir="auto">{note}</bdi>
              </>
            )}
          </Text>
        ))}
      </div>
      {manages && <Answer request={request} />}
    </Group>
  )
}

function Answer({ request: { id, slug, name } }: { request: Request }) {
  const t = useTexts(requestTexts)
  const words = useTexts(plugins)
  const localized = useLocalized()
  const { clinicId } = useClinicApi()
  const called = localized(name)
  const changes = ['listInstallRequests', 'listNotices'] as const
  const declining = useWrite('declineInstallRequest', { changes, said: () => t.declined(called) })
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={hrefOf(clinicId, 'pluginConsent', { slug })}
        size="sm"
        aria-label={words.installOf(called)}
      >
        {words.install}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={t.declineOf(called)}
        loading={declining.isPending}
        onClick={() => declining.mutate({ id })}
      >
        {t.decline}
      </Button>
      <ProblemNotice error={declining.error} />
    </Group>
  )
}
