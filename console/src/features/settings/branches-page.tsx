import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useReadAll } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { branchTexts } from './branch-texts.ts'
import { NewBranch } from './new-branch.tsx'
import { SettingsRoom } from './settings-room.tsx'
import type { ClinicBranch } from './use-branch-write.ts'

/** Where the practice works. */
export function BranchesPage() {
  const t = useTexts(branchTexts)
  const { open } = useDrawer()
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t.newBranch}
    </Button>
  )
  return (
    <SettingsRoom actions={add}>
      <Branches />
      <UrlDrawer name="new" title={t.newBranch}>
        {() => <NewBranch />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function Branches() {
  const t = useTexts(branchTexts)
  const { language } = useLanguage()
  const { clinicId } = useClinicApi()
  const columns: readonly Column<ClinicBranch>[] = [
    { key: 'name', title: t.name, cell: branch => <Name>{nameOf(language, branch)}</Name> },
    {
      key: 'rooms',
      title: t.rooms,
      cell: ({ rooms }) => (rooms.length === 0 ? t.noRooms : <bdi>{rooms.join(', ')}</bdi>),
    },
    {
      key: 'active',
      title: t.branch,
      cell: ({ active }) => (
        <span className="tag" data-tone={active ? 'ok' : undefined}>
          {active ? t.active : t.inactive}
        </span>
      ),
    },
  ]
  return (
    <Section title={t.branches} lead={t.branchesLead}>
      <Loaded query={useReadAll('listClinicBranches', {})} rows={3} height={48}>
        {all => (
          <Grid
            label={t.branches}
            rows={all}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={branch => plainName(nameOf(language, branch))}
            href={({ id }) => hrefOf(clinicId, 'settingsBranch', { id })}
            empty={null}
          />
        )}
      </Loaded>
    </Section>
  )
}
