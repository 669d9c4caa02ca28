import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useBranch } from '../../lib/use-branch.ts'
import { useNow } from '../../lib/use-now.ts'
import { useRead } from '../../lib/use-read.ts'
import { useSwipe } from '../../lib/use-swipe.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { UrlDrawer } from '../../ui/url-drawer.tsx'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { WaitingDiscounts } from '../checkout/waiting-discounts.tsx'
import { Agenda } from './agenda.tsx'
import { BlockDrawers } from './block-drawer.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import type { Day } from './card.ts'
import classes from './day.module.css'
import { DayBar } from './day-bar.tsx'
import { DayGrid } from './day-grid.tsx'
import { DayNotices } from './day-notices.tsx'
import { dayTexts } from './day-texts.ts'
import { gridOf } from './field.ts'
import { useColumnNames } from './use-column-names.ts'
import { useDay } from './use-day.ts'
import { useDeeds } from './use-deeds.ts'
import { type ShownDay, useShownDay } from './use-shown-day.ts'
import { VisitDrawer } from './visit-drawer.tsx'

type Workplace = Returned<'getWorkplace'>

/** Who sees whom, when and where: a day by doctors or rooms, or the week of one doctor. */
export function DayPage() {
  const t = useTexts(dayTexts)
  return (
    <Room title={t.title} lead={t.lead} actions={<NewVisit />} wide>
      <Loaded query={useRead('getWorkplace', {})} rows={1} height={480}>
        {workplace => <Shown workplace={workplace} />}
      </Loaded>
    </Room>
  )
}

function NewVisit() {
  const t = useTexts(dayTexts)
  const { open } = useBooking()
  if (!useMayBook()) return null
  return (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => open()} aria-keyshortcuts="n">
      {t.newVisit}
    </Button>
  )
}

function Shown({ workplace }: { workplace: Workplace }) {
  const words = useTexts(ui)
  const { branch } = useBranch()
  const shown = useShownDay(workplace)
  const { date, by, doctorId, isWeek } = shown
  const day = useDay({
    ...{ branchId: branch?.id, date, by },
    ...(doctorId !== '' && { doctorId }),
    ...(isWeek && { days: 7 }),
  })
  if (!branch) return <Notice tone="warn">{words.problems.no_branch}</Notice>
  return (
    <Stack gap="md">
      <WaitingDiscounts />
      <DayBar shown={shown} workplace={workplace} branchId={branch.id} />
      <Loaded query={day} rows={1} height={480}>
        {known => <Told day={known} toldAt={day.dataUpdatedAt} {...{ shown, workplace }} branchId={branch.id} />}
      </Loaded>
    </Stack>
  )
}

const TICK_MS = 20_000

interface ToldProps {
  day: Day
  /** When it was told, by the clock of the browser. */
  toldAt: number
  shown: ShownDay
  workplace: Workplace
  branchId: string
}

/** A grid where there is room for one, else one visit below the other. */
function Told({ day, toldAt, shown, workplace, branchId }: ToldProps) {
  const t = useTexts(dayTexts)
  const days = useDays()
  const now = useNow(day.now, toldAt, TICK_MS)
  const deeds = useDeeds(workplace)
  const isWide = useMediaQuery('(min-width: 768px)', false, { getInitialValueInEffect: false })
  const { by, isWeek } = shown
  const { gridMinutes } = workplace.rules
  const grid = useMemo(() => gridOf(day, { by, isWeek, days, gridMinutes }), [day, by, isWeek, days, gridMinutes])
  const names = useColumnNames(grid, { by, isWeek, workplace })
  const told = { workplace, deeds }
  const swipe = useSwipe(shown.turn)
  return (
    <Stack gap="md" {...(isWide ? {} : swipe)}>
      <DayNotices day={day} grid={grid} />
      {isWide && grid.columns > 0 && <DayGrid key={`${by} ${isWeek}`} {...{ grid, shown, now, names }} {...told} />}
      {!isWide && <Agenda label={t.grid} cards={grid.cards.map(({ card }) => card)} {...told} />}
      {grid.gone.length > 0 && (
        <details className={classes.gone}>
          <summary>{t.gone(grid.gone.length)}</summary>
          <Agenda label={t.gone(grid.gone.length)} cards={grid.gone} {...told} />
        </details>
      )}
      {names.map((name, column) => (
        <UrlDrawer key={name} name={`list ${column}`} title={t.listOf(plainName(name))}>
          {() => (
            <Agenda
              label={t.listOf(plainName(name))}
              cards={grid.cards.filter(one => one.column === column).map(({ card }) => card)}
              {...told}
            />
          )}
        </UrlDrawer>
      ))}
      <CancelDialog deeds={deeds} rules={workplace.rules} now={now} />
      <BlockDrawers {...{ grid, workplace, branchId }} />
      <VisitDrawer workplace={workplace} deeds={deeds} />
    </Stack>
  )
}
