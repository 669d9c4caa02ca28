import { UnstyledButton } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import classes from './chart.module.css'
import type { ChartItem } from './chart.ts'
import { chart as chartTexts } from './texts.ts'

interface ToothProps {
  tooth: number
  items: readonly ChartItem[]
  isMissing: boolean
  isChosen: boolean
  /** Whether Tab leads to it; arrows lead to the others. */
  isStop: boolean
  choose: (tooth: number) => void
}

const SIGNS = { CONDITION: '!', IN_PROGRESS: '▸', PLANNED: '○', COMPLETED: '✓', EXISTING: '■' } as const
type Sign = keyof typeof SIGNS
const ORDER: readonly Sign[] = ['CONDITION', 'IN_PROGRESS', 'PLANNED', 'COMPLETED', 'EXISTING']

/** A tooth, with signs of what is charted on it. */
export function ToothButton({ tooth, items, isMissing, isChosen, isStop, choose }: ToothProps) {
  const t = useTexts(chartTexts)
  const shown = ORDER.filter(status => items.some(item => item.status === status))
  const said = [t.tooth(tooth), isMissing && t.missing, items.length > 0 && t.count(items.length)]
  return (
    <UnstyledButton
      className={classes.tooth}
      data-tooth={tooth}
      data-missing={isMissing || undefined}
      data-sign={shown[0]}
      aria-label={said.filter(Boolean).join(', ')}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={() => choose(tooth)}
    >
      <span aria-hidden className={classes.number}>
        {tooth}
      </span>
      <span aria-hidden className={classes.signs}>
        {isMissing ? '×' : shown.map(status => SIGNS[status]).join('')}
      </span>
    </UnstyledButton>
  )
}
