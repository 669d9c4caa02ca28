import { IconPuzzle } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useMay } from '../../lib/use-session.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Name } from '../../ui/isolated.tsx'
import { Empty } from '../../ui/states.tsx'
import { HealthTag } from './health-tag.tsx'
import { healthTexts } from './health-texts.ts'
import { useLocalized } from './localized.ts'
import { plugins } from './texts.ts'

type Installed = Returned<'listInstalledPlugins'>

/** The plugins of the clinic, with how each stands. */
export function InstalledPlugins({ found }: { found: readonly Installed[] }) {
  const t = useTexts(plugins)
  const localized = useLocalized()
  const { read } = useUrlState()
  const { clinicId } = useClinicApi()
  const columns = useColumns()
  const state = read('health')
  return (
    <>
      {found.length > 1 && <HealthFilter />}
      <Grid
        label={t.installed}
        rows={found.filter(({ health }) => state === '' || health?.state === state)}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => localized(name)}
        href={({ id }) => hrefOf(clinicId, 'plugin', { id })}
        filters={['health']}
        empty={<NoneInstalled />}
      />
    </>
  )
}

function useColumns(): readonly Column<Installed>[] {
  const t = useTexts(plugins)
  const localized = useLocalized()
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name }) => <Name>{localized(name)}</Name>,
      by: ({ name }) => localized(name),
    },
    {
      key: 'health',
      title: t.health,
      cell: plugin => <HealthTag plugin={plugin} />,
      by: ({ health }) => health?.state ?? '',
    },
    {
      key: 'publisher',
      title: t.publisher,
      cell: ({ developerName }) => <Name>{developerName}</Name>,
      by: ({ developerName }) => developerName,
    },
    { key: 'version', title: t.version, cell: ({ version }) => <Ltr>{version}</Ltr> },
    {
      key: 'installed',
      title: t.installedAt,
      cell: ({ installedAt }) => <Day at={installedAt} />,
      by: ({ installedAt }) => installedAt,
    },
  ]
}

function HealthFilter() {
  const t = useTexts(plugins)
  const { states } = useTexts(healthTexts)
  const options = [
    { value: '', label: t.allHealth },
    ...Object.entries(states).map(([value, label]) => ({ value, label })),
  ]
  return <FilterBar filters={[{ name: 'health', label: t.health, options }]} />
}

function NoneInstalled() {
  const t = useTexts(plugins)
  const may = useMay('plugins:manage')
  return (
    <Empty icon={<IconPuzzle size={22} stroke={1.6} />} title={t.installedEmpty}>
      {may ? t.installedEmptyLead : t.seenEmptyLead}
    </Empty>
  )
}
