import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTab } from '../../ui/room-tabs.tsx'
import { CancelDialog } from '../day/cancel-dialog.tsx'
import type { Card, Day } from '../day/card.ts'
import { nextStep } from '../day/status-rules.ts'
import { useDeeds } from '../day/use-deeds.ts'
import { VisitDrawer } from '../day/visit-drawer.tsx'
import { COLUMNS, type Column, columnsOf, openAfterClosing } from './columns.ts'
import classes from './flow.module.css'
import { FlowCard } from './flow-card.tsx'
import { flow } from './texts.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useFlowKeys } from './use-flow-keys.ts'

/** Timers are of minutes. */
const TICK_MS = 10_000

interface BoardProps {
  day: Day
  /** When the day was told, by the clock of the browser. */
  toldAt: number
  workplace: Returned<'getWorkplace'>
}

/** Columns beside each other where there is room for them, else one at a time. */
export function Board({ day, toldAt, workplace }: BoardProps) {
  const t = useTexts(flow)
  const now = useNow(day.now, toldAt, TICK_MS)
  const deeds = useDeeds(workplace)
  const board = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(min-width: 1180px)', false, { getInitialValueInEffect: false })
  const tab = useTab(t.columns) ?? 'expected'
  const { columns, rest } = columnsOf(day.cards)
  const shown = isWide ? COLUMNS : [tab]
  const first = shown
    .flatMap(column => columns[column])
    .find(card => nextStep(card) !== undefined && deeds.mayMove(card))
  useCardFocus(board, day.cards)
  useFlowKeys({ board, cards: day.cards, first, deeds })
  const open = openAfterClosing(day, now)
  const told = { workplace, now, deeds }
  const cardsOf = (cards: readonly Card[]) => (
    <ul className={classes.cards}>
      {cards.map(card => (
        <FlowCard key={card.id} card={card} isMarked={card.id === first?.id} {...told} />
      ))}
    </ul>
  )
  return (
    <div ref={board}>
      {open > 0 && <Notice tone="warn">{t.stillOpen(open)}</Notice>}
      {!isWide && <Tabs columns={columns} shown={tab} />}
      <div className={classes.board}>
        {shown.map(column => (
          <section key={column} className={classes.column} aria-label={t.columns[column]}>
            {isWide && <h2 className={classes.head}>{`${t.columns[column]} ${isolated(columns[column].length)}`}</h2>}
            {columns[column].length === 0 ? <p className="small">{t.none[column]}</p> : cardsOf(columns[column])}
          </section>
        ))}
      </div>
      {rest.length > 0 && (
        <details className={classes.rest}>
          <summary>{t.rest(rest.length)}</summary>
          {cardsOf(rest)}
        </details>
      )}
      <CancelDialog deeds={deeds} rules={workplace.rules} now={now} />
      <VisitDrawer workplace={workplace} deeds={deeds} />
    </div>
  )
}

/** One column at a time, each with how many are in it. */
function Tabs({ columns, shown }: { columns: Record<Column, Card[]>; shown: Column }) {
  const t = useTexts(flow)
  return (
    <nav className={classes.tabs} aria-label={t.title}>
      {COLUMNS.map(column => (
        <Link
          key={column}
          to="."
          search={(before: Record<string, string | undefined>) => ({ ...before, tab: column })}
          replace
          className={classes.tab}
          aria-current={column === shown ? 'page' : undefined}
        >
          {`${t.columns[column]} ${isolated(columns[column].length)}`}
        </Link>
      ))}
    </nav>
  )
}
