import { IconBuildingHospital } from '@tabler/icons-react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherId, usePublisherReadPages } from '../../lib/publisher.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Name } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty } from '../../ui/states.tsx'
import { HealthState } from '../plugins/health-tag.tsx'
import { useLocalized } from '../plugins/localized.ts'
import { isMode, isStatus, MODES, type OwnInstallation, STATUSES } from './installation.ts'
import { installationHealthTexts } from './installation-health-texts.ts'
import { InstallationState } from './installation-state.tsx'
import { installationTexts } from './installation-texts.ts'

/** Where the plugins of the publisher are installed. */
export function InstallationsPage() {
  const t = useTexts(installationTexts)
  const localized = useLocalized()
  const publisherId = usePublisherId()
  const { read } = useUrlState()
  const [mode, status] = [read('mode'), read('state')]
  const installations = usePublisherReadPages('listOwnInstallations', cursor => ({
    ...(cursor !== undefined && { cursor }),
    ...(isMode(mode) && { mode }),
    ...(isStatus(status) && { status }),
  }))
  const columns = useColumns()
  return (
    <Room title={t.title} lead={t.lead}>
      <Filters />
      <Pages query={installations}>
        {found => (
          <Grid
            label={t.title}
            rows={found}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ clinicName }) => localized(clinicName)}
            href={({ id }) => publisherHref(publisherId, 'ownInstallation', { id })}
            filters={['mode', 'state']}
            empty={
              <Empty icon={<IconBuildingHospital size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Pages>
    </Room>
  )
}

function Filters() {
  const t = useTexts(installationTexts)
  const modes = MODES.map(value => ({ value, label: t.modes[value] }))
  const states = STATUSES.map(value => ({ value, label: t.states[value] }))
  return (
    <FilterBar
      filters={[
        { name: 'mode', label: t.mode, options: [{ value: '', label: t.allModes }, ...modes] },
        { name: 'state', label: t.state, options: [{ value: '', label: t.allStates }, ...states] },
      ]}
    />
  )
}

function useColumns(): readonly Column<OwnInstallation>[] {
  const t = useTexts(installationTexts)
  const health = useTexts(installationHealthTexts)
  const localized = useLocalized()
  return [
    { key: 'clinic', title: t.clinic, cell: ({ clinicName }) => <Name>{localized(clinicName)}</Name> },
    { key: 'plugin', title: t.plugin, cell: ({ slug }) => <Ltr>{slug}</Ltr> },
    {
      key: 'version',
      title: t.version,
      cell: ({ version, pendingVersion }) => (
        <>
          <Ltr>{version}</Ltr>
          {pendingVersion !== null && <span className="small"> {t.waits(pendingVersion)}</span>}
        </>
      ),
    },
    { key: 'mode', title: t.mode, cell: ({ mode }) => t.modes[mode] },
    { key: 'state', title: t.state, cell: one => <InstallationState installation={one} /> },
    { key: 'health', title: health.health, cell: one => one.health && <HealthState health={one.health} /> },
    { key: 'installed', title: t.installedAt, cell: ({ installedAt }) => <Day at={installedAt} /> },
  ]
}
