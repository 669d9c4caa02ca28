import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { consentTexts } from './consent-texts.ts'
import { useLocalized } from './localized.ts'
import { ScopeList } from './scopes.tsx'

/** What is shown once, right after installing: the key and the secrets, and the receipt of the consent. */
export function InstalledNow({ installed }: { installed: Returned<'installPlugin'> }) {
  const t = useTexts(consentTexts)
  const localized = useLocalized()
  const { clinicId } = useClinicApi()
  const { installation, token, setupUrl, webhooks } = installed
  return (
    <Room title={t.doneTitle(localized(installation.name))}>
      <Stack gap="lg">
        <section className="card">
          <Stack gap="lg">
            <Notice tone="warn">{setupUrl === null ? t.doneLead : t.setupLead}</Notice>
            {token !== null && <ShownOnce label={t.key} text={token} />}
            {setupUrl !== null && (
              <Group>
                <Button component="a" href={setupUrl} target="_blank" rel="noreferrer">
                  {t.openSetup}
                </Button>
              </Group>
            )}
            {webhooks.map(({ id, url, signingSecret }) => (
              <ShownOnce key={id} label={t.secretOf(url)} text={signingSecret} />
            ))}
          </Stack>
        </section>
        <Receipt installed={installed} />
        <Group>
          <Button component={Link} to={hrefOf(clinicId, 'plugin', { id: installation.id })}>
            {t.toPlugin}
          </Button>
          <Button variant="default" onClick={() => print()}>
            {t.print}
          </Button>
        </Group>
      </Stack>
    </Room>
  )
}

function Receipt({ installed: { installation } }: { installed: Returned<'installPlugin'> }) {
  const t = useTexts(consentTexts)
  const { user } = useSession()
  const { language } = useLanguage()
  const { day } = useFormats()
  return (
    <Section title={t.receipt} lead={t.receiptLead(nameOf(language, user), day(installation.installedAt))}>
      <Text size="sm" mb="sm">
        {installation.developerName} · {installation.version}
      </Text>
      <ScopeList scopes={installation.scopes} />
    </Section>
  )
}
