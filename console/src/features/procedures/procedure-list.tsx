import { Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { folded } from '../../lib/folded.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { useProcedureColumns } from './procedure-columns.tsx'
import type { Procedure } from './procedure-draft.ts'
import { EditProcedure } from './procedure-form.tsx'
import { procedureTexts } from './texts.ts'

interface ListProps {
  procedures: readonly Procedure[]
  currency: string
}

/** The price list under its headings: found by name or code, narrowed down by group; each line opens beside it. */
export function ProcedureList({ procedures, currency }: ListProps) {
  const t = useTexts(procedureTexts)
  const { open, opened } = useDrawer()
  const [text, setText] = useState('')
  const shown = useShownOf(procedures, useDeferredValue(text))
  const { nameOf, columns } = useProcedureColumns(currency)
  const edited = procedures.find(({ id }) => id === opened)
  return (
    <Stack gap="sm">
      <search>
        <TextInput
          type="search"
          label={t.search}
          placeholder={t.searchHint}
          leftSection={<IconSearch size={18} aria-hidden />}
          maw={480}
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </search>
      <Filters procedures={procedures} />
      <Grid
        label={t.title}
        rows={shown}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={procedure => plainName(nameOf(procedure))}
        onOpen={({ id }) => open(id)}
        under={({ groupName }) => groupName ?? t.noGroup}
        filters={['group', 'state']}
        empty={<Text c="dimmed">{text.trim() === '' ? t.empty : t.noHit}</Text>}
      />
      {edited && (
        <UrlDrawer name={edited.id} title={t.procedure}>
          {() => <AsOpened of={edited}>{procedure => <EditProcedure {...{ procedure, currency }} />}</AsOpened>}
        </UrlDrawer>
      )}
    </Stack>
  )
}

/** Those without a heading, as the address says it. */
const NO_GROUP = 'none'

/** What is typed is in a name or the code of each, and it is what the address asks for. */
function useShownOf(procedures: readonly Procedure[], text: string): readonly Procedure[] {
  const { read } = useUrlState()
  const [group, state] = [read('group'), read('state')]
  const wanted = folded(text.trim())
  return procedures.filter(
    ({ name, nameAr, code, groupId, active }) =>
      (group === '' || group === (groupId ?? NO_GROUP)) &&
      (state === '' || active === (state === 'offered')) &&
      [name, nameAr, code].some(one => one !== null && folded(one).includes(wanted)),
  )
}

function Filters({ procedures }: { procedures: readonly Procedure[] }) {
  const t = useTexts(procedureTexts)
  const headings = new Map(procedures.map(({ groupId, groupName }) => [groupId ?? NO_GROUP, groupName ?? t.noGroup]))
  const groups = [...headings].map(([value, name]) => ({ value, label: plainName(name) }))
  const states = [
    { value: '', label: t.allStates },
    { value: 'offered', label: t.offered },
    { value: 'ended', label: t.notOffered },
  ]
  return (
    <FilterBar
      filters={[
        { name: 'group', label: t.groupId, options: [{ value: '', label: t.allGroups }, ...groups] },
        { name: 'state', label: t.state, options: states },
      ]}
    />
  )
}
