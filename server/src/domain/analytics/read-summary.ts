import type { Tx } from '../../kernel/tx.ts'
import type { Interval } from '../scheduling/intervals.ts'
import { figuresOfEach, type Whose } from './figures.ts'
import { openChairs, openMinutes, requireKnown } from './open-chairs.ts'
import type { Figures } from './sources.ts'

export interface Summary extends Figures {
  /** Minutes of all chairs together. */
  open_minutes: number
}

const EVERYTHING = ['invoices', 'payments', 'refunds', 'patients', 'leads', 'conversions', 'appointments'] as const

/** The figures of a span, all of them as of the same instant. */
export async function readSummary(tx: Tx, span: Interval, whose: Whose): Promise<Summary> {
  await requireKnown(tx, whose)
  const [[figures], { open }] = await Promise.all([
    figuresOfEach(tx, EVERYTHING, [span], whose),
    openChairs(tx, span, whose),
  ])
  if (!figures) throw new Error('A span has no figures.')
  return { ...figures, open_minutes: openMinutes(open, span) }
}
