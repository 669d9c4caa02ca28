import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ConsentForm } from './consent-form.tsx'
import { consentTexts } from './consent-texts.ts'
import { InstalledNow } from './installed-now.tsx'
import { useLocalized } from './localized.ts'
import { plugins } from './texts.ts'

type Consent = Returned<'getConsent'>

/** All that a person agrees to who installs a plugin; afterwards, once, what its publisher needs. */
export function ConsentPage() {
  const t = useTexts(plugins)
  const slug = useRoomParam('slug')
  const [installed, setInstalled] = useState<Returned<'installPlugin'>>()
  const consent = useRead('getConsent', { slug }, installed === undefined)
  if (installed) return <InstalledNow installed={installed} />
  if (consent.data) return <Asked key={consent.data.consentHash} consent={consent.data} onInstalled={setInstalled} />
  return (
    <Room title={t.install}>
      <Loaded query={consent} rows={3} height={180}>
        {() => null}
      </Loaded>
    </Room>
  )
}

interface AskedProps {
  consent: Consent
  onInstalled: (installed: Returned<'installPlugin'>) => void
}

function Asked({ consent, onInstalled }: AskedProps) {
  const t = useTexts(consentTexts)
  const localized = useLocalized()
  const { clinicId } = useClinicApi()
  const { plugin } = consent
  return (
    <Room title={t.title(localized(plugin.name))} lead={localized(plugin.description)}>
      <Stack gap="lg">
        <Publisher plugin={plugin} />
        {plugin.installationId === null ? (
          <ConsentForm consent={consent} onInstalled={onInstalled} />
        ) : (
          <Notice>
            {t.already}{' '}
            <Anchor component={Link} to={hrefOf(clinicId, 'plugin', { id: plugin.installationId })}>
              {t.open}
            </Anchor>
          </Notice>
        )}
      </Stack>
    </Room>
  )
}

/** A web address of the publisher's, opened without saying where one comes from. */
const Outward = ({ href }: { href: string }) => (
  <Anchor href={href} target="_blank" rel="noreferrer noopener">
    <Ltr>{href}</Ltr>
  </Anchor>
)

function Publisher({ plugin }: Pick<Consent, 'plugin'>) {
  const t = useTexts(consentTexts)
  return (
    <Section title={t.who} lead={t.lead(plainName(plugin.developerName))}>
      <dl className="facts">
        <div>
          <dt>{t.publisher}</dt>
          <dd>
            <Name>{plugin.developerName}</Name>
          </dd>
        </div>
        <div>
          <dt>{t.host}</dt>
          <dd>{plugin.verifiedHost === null ? t.hostNone : <Ltr>{plugin.verifiedHost}</Ltr>}</dd>
        </div>
        {plugin.developerUrl && (
          <div>
            <dt>{t.website}</dt>
            <dd>
              <Outward href={plugin.developerUrl} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t.support}</dt>
          <dd>
            <Ltr>{plugin.supportEmail}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{t.privacy}</dt>
          <dd>
            <Outward href={plugin.privacyPolicyUrl} />
          </dd>
        </div>
        <div>
          <dt>{t.version}</dt>
          <dd>
            <Ltr>{plugin.version}</Ltr>
          </dd>
        </div>
      </dl>
    </Section>
  )
}
