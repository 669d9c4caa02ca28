import { IconAlertTriangle, IconArmchair, IconClock, IconClockExclamation, type TablerIcon } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Card } from '../day/card.ts'
import { type Timer, timerOf } from './columns.ts'
import classes from './flow.module.css'
import { flow } from './texts.ts'

interface TimerProps {
  card: Card
  now: string
  rules: Parameters<typeof timerOf>[2]
}

/** Each level has an icon besides its colour. */
function iconOf({ kind, level }: Timer): TablerIcon {
  if (level === 'red') return IconAlertTriangle
  if (level === 'amber') return IconClockExclamation
  return kind === 'chair' ? IconArmchair : IconClock
}

/** How late the patient is, how long they wait, how long they sit. */
export function TimerTag({ card, now, rules }: TimerProps) {
  const t = useTexts(flow)
  const timer = timerOf(card, now, rules)
  if (!timer) return null
  const written = { late: t.late, waits: t.waits, chair: t.chair }
  const Icon = iconOf(timer)
  return (
    <span className={classes.timer} data-level={timer.level}>
      <Icon size={14} aria-hidden />
      {written[timer.kind](timer.minutes)}
    </span>
  )
}
