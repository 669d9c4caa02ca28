import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherRead } from '../../lib/publisher.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { Day, Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Loaded } from '../../ui/states.tsx'
import { HealthState } from '../plugins/health-tag.tsx'
import { useLocalized } from '../plugins/localized.ts'
import type { InstallationProps } from './installation.ts'
import { InstallationDeliveries } from './installation-deliveries.tsx'
import { InstallationEndpoints } from './installation-endpoints.tsx'
import { InstallationHealth } from './installation-health.tsx'
import { InstallationKeys } from './installation-keys.tsx'
import { InstallationRequests } from './installation-requests.tsx'
import { InstallationState } from './installation-state.tsx'
import { installationTexts } from './installation-texts.ts'

/** One installation: how it stands, its keys, what it was told and what it asked for. */
export function InstallationPage() {
  const t = useTexts(installationTexts)
  const installation = usePublisherRead('getOwnInstallation', { installationId: useRoomParam('id') })
  if (installation.data) return <Shown installation={installation.data} />
  return (
    <Room title={t.title}>
      <Loaded query={installation} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

const PARTS = {
  overview: Overview,
  keys: InstallationKeys,
  endpoints: InstallationEndpoints,
  deliveries: InstallationDeliveries,
  requests: InstallationRequests,
}

function useParts(): Readonly<Partial<Record<keyof typeof PARTS, string>>> {
  const { tabs } = useTexts(installationTexts)
  const { keys: _, ...read } = tabs
  return useIsAtLeast('DEVELOPER') ? tabs : read
}

function Shown({ installation }: InstallationProps) {
  const t = useTexts(installationTexts)
  const localized = useLocalized()
  const parts = useParts()
  const tab = useTab(parts) ?? 'overview'
  const Part = PARTS[tab]
  const showsIds = tab === 'deliveries' || tab === 'requests'
  return (
    <Room
      title={t.of(installation.slug, localized(installation.clinicName))}
      state={
        <>
          <InstallationState installation={installation} />{' '}
          {installation.health && <HealthState health={installation.health} />}
        </>
      }
    >
      <RoomTabs label={t.parts} tabs={parts} />
      <Stack gap="md">
        {showsIds && <Sharing installation={installation} />}
        <Part installation={installation} />
      </Stack>
    </Room>
  )
}

/** Whether ids of the clinic's records are shown. */
function Sharing({ installation: { mode, idsSharedUntil } }: InstallationProps) {
  const t = useTexts(installationTexts)
  if (mode === 'TEST') return null
  if (idsSharedUntil === null) return <Notice>{t.masked}</Notice>
  return (
    <Notice tone="warn">
      {t.sharedUntil} <Moment at={idsSharedUntil} />
    </Notice>
  )
}

function Overview({ installation }: InstallationProps) {
  const t = useTexts(installationTexts)
  const localized = useLocalized()
  const { clinicName, slug, version, pendingVersion, mode, installedAt, uninstalledAt } = installation
  const { keysHandedOver, idsSharedUntil } = installation
  return (
    <>
      <InstallationHealth installation={installation} />
      <dl className="card facts">
        <div>
          <dt>{t.clinic}</dt>
          <dd>
            <Name>{localized(clinicName)}</Name>
          </dd>
        </div>
        <div>
          <dt>{t.plugin}</dt>
          <dd>
            <Ltr>{slug}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{t.version}</dt>
          <dd>
            <Ltr>{version}</Ltr>
            {pendingVersion !== null && <div className="small">{t.waits(pendingVersion)}</div>}
          </dd>
        </div>
        <div>
          <dt>{t.mode}</dt>
          <dd>{t.modes[mode]}</dd>
        </div>
        <div>
          <dt>{uninstalledAt === null ? t.installedAt : t.removedAt}</dt>
          <dd>
            <Day at={uninstalledAt ?? installedAt} />
          </dd>
        </div>
        <div>
          <dt>{t.keysOver}</dt>
          <dd>{keysHandedOver || mode === 'TEST' ? t.keysOverOf.yes : t.keysOverOf.no}</dd>
        </div>
        <div>
          <dt>{t.ids}</dt>
          <dd>
            {mode === 'TEST' && t.idsTest}
            {mode === 'LIVE' && idsSharedUntil === null && t.idsMasked}
            {mode === 'LIVE' && idsSharedUntil !== null && (
              <>
                {t.idsShared} <Moment at={idsSharedUntil} />
              </>
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}
