import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ConsentForm } from './consent-form.tsx'
import type { Consent } from './consent-parts.tsx'
import { ConsentPublisher } from './consent-publisher.tsx'
import { consentTexts } from './consent-texts.ts'
import { InstalledNow } from './installed-now.tsx'
import { useLocalized } from './localized.ts'
import { plugins } from './texts.ts'

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
        <ConsentPublisher plugin={plugin} />
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
