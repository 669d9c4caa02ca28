import { Button, Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Pager, usePageCursor } from '../../ui/grid/pager.tsx'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { say } from '../../ui/toast.ts'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'

interface Lab {
  id: string
  name: string
  cases: number
  state: 'working' | 'waiting'
}

const PAGE = 3

export function ListPieces() {
  const t = useTexts(ruleTexts)
  const sample = useTexts(sampleTexts)
  const { open } = useDrawer()
  return (
    <Stack gap="lg">
      <Section title={t.gridTitle} lead={t.gridRule}>
        <Labs />
      </Section>
      <Section title={t.drawerTitle} lead={t.drawerRule}>
        <Button variant="default" onClick={() => open('lab')}>
          {sample.open}
        </Button>
      </Section>
      <Section title={t.noneTitle} lead={t.noneRule}>
        <NoLab />
      </Section>
      <UrlDrawer name="lab" title={sample.labs.pearl}>
        {() => sample.openText}
      </UrlDrawer>
    </Stack>
  )
}

const NoLab = () => {
  const t = useTexts(sampleTexts)
  return (
    <Empty icon={<IconFlask size={22} stroke={1.6} />} title={t.emptyTitle}>
      {t.emptyLead}
    </Empty>
  )
}

/** A page of what a server would answer, after the filter of the address. */
function usePage(): { labs: readonly Lab[]; nextCursor: string | null } {
  const t = useTexts(sampleTexts)
  const { read } = useUrlState()
  const from = Number((usePageCursor() ?? '').replace('after-', ''))
  const all = Object.entries(t.labs)
    .map(([id, name], index): Lab => ({ id, name, cases: 3 * index + 1, state: index % 2 ? 'waiting' : 'working' }))
    .filter(({ state }) => read('state') === '' || read('state') === state)
  return { labs: all.slice(from, from + PAGE), nextCursor: from + PAGE < all.length ? `after-${from + PAGE}` : null }
}

function Labs() {
  const t = useTexts(sampleTexts)
  const { labs, nextCursor } = usePage()
  const { open } = useDrawer()
  const columns: readonly Column<Lab>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name}</Name>, by: ({ name }) => name },
    { key: 'cases', title: t.cases, cell: ({ cases }) => <Ltr>{String(cases)}</Ltr>, by: ({ cases }) => cases },
    { key: 'state', title: t.state, cell: ({ state }) => t[state] },
  ]
  const options = [
    { value: '', label: t.allStates },
    { value: 'working', label: t.working },
    { value: 'waiting', label: t.waiting },
    { value: 'removed', label: t.removed },
  ]
  return (
    <>
      <FilterBar filters={[{ name: 'state', label: t.state, options }]} />
      <Grid
        label={t.lab}
        rows={labs}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={() => open('lab')}
        bulk={ticked => (
          <Button size="sm" onClick={() => say(t.done)}>
            {t.tick(ticked.length)}
          </Button>
        )}
        filters={['state']}
        empty={<NoLab />}
      />
      <Pager nextCursor={nextCursor} />
    </>
  )
}
