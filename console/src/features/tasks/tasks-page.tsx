import { Button, Stack } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import type { Input, Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { LabBoard } from '../labs/lab-board.tsx'
import { TaskList } from './task-list.tsx'
import { tasks } from './texts.ts'

type Workplace = Returned<'getWorkplace'>
type TaskTab = 'mine' | 'team' | 'late' | 'done'
type Tab = TaskTab | 'labs'

const ASKED: Readonly<Record<TaskTab, Input<'listBoardTasks'>>> = {
  mine: { mine: true, open: true },
  team: { open: true },
  late: { due: 'late' },
  done: { status: 'COMPLETED' },
}

/** What the staff has to do. */
export function TasksPage() {
  const t = useTexts(tasks)
  const { addTask } = useBooking()
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => addTask()} aria-keyshortcuts="t">
      {t.add}
    </Button>
  )
  return (
    <Room title={t.title} lead={t.lead} actions={add}>
      <Loaded query={useRead('getWorkplace', {})} rows={1} height={320}>
        {workplace => <Views workplace={workplace} />}
      </Loaded>
    </Room>
  )
}

/** Those who can be given tasks see theirs first, the others those of all. */
function Views({ workplace }: { workplace: Workplace }) {
  const t = useTexts(tasks)
  const { mine, team, late, done, labs } = t.tabs
  const seesLabs = useMay('labs:order')
  const isListed = workplace.practitionerId !== null
  const tabs = {
    ...(isListed ? { mine, team, late, done } : { team, mine, late, done }),
    ...(seesLabs && { labs }),
  }
  const tab = useTab<Tab>(tabs)
  if (tab === undefined) return null
  return (
    <Stack gap="md">
      <RoomTabs label={t.parts} tabs={tabs} />
      {tab === 'labs' ? <LabBoard /> : <Tasks {...{ tab, workplace }} />}
    </Stack>
  )
}

/** The tasks of a view; none can be given to who is no practitioner. */
function Tasks({ tab, workplace }: { tab: TaskTab; workplace: Workplace }) {
  const t = useTexts(tasks)
  const { read } = useUrlState()
  const isListed = workplace.practitionerId !== null
  const assignedToId = tab === 'mine' ? '' : read('assigned')
  return (
    <>
      {tab === 'mine' ? null : <Assigned workplace={workplace} />}
      {tab === 'mine' && !isListed ? (
        <Empty icon={<IconChecklist size={22} stroke={1.6} />} title={t.notListed}>
          {t.notListedLead}
        </Empty>
      ) : (
        <TaskList
          key={tab}
          workplace={workplace}
          asked={{ ...ASKED[tab], ...(assignedToId !== '' && { assignedToId }) }}
          empty={<Nothing tab={tab} />}
        />
      )}
    </>
  )
}

function Nothing({ tab }: { tab: TaskTab }) {
  const t = useTexts(tasks)
  return (
    <Empty icon={<IconChecklist size={22} stroke={1.6} />} title={tab === 'done' ? t.noneDone : t.nothing}>
      {t.nothingLead}
    </Empty>
  )
}

/** Whose tasks are shown. */
function Assigned({ workplace: { practitioners } }: { workplace: Workplace }) {
  const t = useTexts(tasks)
  const { language } = useLanguage()
  const people = practitioners.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))
  const options = [{ value: '', label: t.everyone }, ...people]
  return <FilterBar filters={[{ name: 'assigned', label: t.givenTo, options }]} />
}
