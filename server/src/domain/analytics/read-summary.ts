import type { Tx } from '../../kernel/tx.ts'
import type { Interval } from '../scheduling/intervals.ts'
import { type Figures, figuresOf, type SourceName, type Whose } from './figures.ts'
import { openChairs, openMinutes, requireKnown } from './open-chairs.ts'

export interface Summary extends Figures {
  /** Minutes of all chairs together. */
  openMinutes: number
}

/** The figures of a span, all of them as of the same instant. */
export async function readSummary(tx: Tx, span: Interval, whose: Whose): Promise<Summary> {
  await requireKnown(tx, whose)
  const read = <Name extends SourceName>(name: Name) => figuresOf(tx, name, span, whose)
  const [invoices, payments, refunds, patients, leads, conversions, appointments, chairs] = await Promise.all([
    read('invoices'),
    read('payments'),
    read('refunds'),
    read('patients'),
    read('leads'),
    read('conversions'),
    read('appointments'),
    openChairs(tx, span, whose),
  ])
  const figures = { invoices, payments, refunds, patients, leads, conversions, appointments }
  return { ...figures, openMinutes: openMinutes(chairs.open, span) }
}
