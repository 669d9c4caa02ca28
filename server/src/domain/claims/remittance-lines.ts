import type { Issue } from '@clinic/contract/errors.ts'
import { DISPOSITIONS } from '@clinic/contract/staff/claim-parts.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { wordOf } from '../../kernel/values/word-of.ts'
import { type ClaimItemRow, leftOf } from './claim-items.ts'

export type Disposition = (typeof DISPOSITIONS)[number]

/** What an insurer says of one invoice; money in minor units. */
export interface RemittanceLine {
  invoiceId: string
  receivedMinor: number
  /** What it will not pay. */
  rejectedMinor: number
  code?: string
  /** What becomes of that. */
  disposition?: Disposition
}

export const dispositionOf = wordOf(DISPOSITIONS)

/** Refuses lines that say nothing, say something twice, or leave open what becomes of what is rejected. */
export function requireLines(lines: readonly RemittanceLine[]): void {
  const seen = new Set<string>()
  const issues = lines.flatMap((line, place): Issue[] => {
    const at = (field: string, code: string, message: string) => [{ path: `/lines/${place}/${field}`, code, message }]
    const { invoiceId, receivedMinor, rejectedMinor, disposition } = line
    if (seen.has(invoiceId)) return at('invoiceId', 'twice', 'must name each invoice once')
    seen.add(invoiceId)
    if (receivedMinor + rejectedMinor === 0) return at('received', 'nothing', 'must say what was paid or rejected')
    if (rejectedMinor > 0 && disposition === undefined)
      return at('disposition', 'required', 'must say what becomes of what is rejected')
    return rejectedMinor === 0 && disposition !== undefined
      ? at('disposition', 'nothing', 'must be left out where nothing is rejected')
      : []
  })
  if (issues.length > 0) refuseInput(...issues)
}

/** What the insurer paid of all lines. */
export const receivedOf = (lines: readonly RemittanceLine[]): number =>
  lines.reduce((sum, { receivedMinor }) => sum + receivedMinor, 0)

/** Whether a line says more than was left of its item. */
export const isOver = (item: ClaimItemRow, { receivedMinor, rejectedMinor }: RemittanceLine): boolean =>
  receivedMinor + rejectedMinor > leftOf(item)

/** The item as it is after a line: what is disputed is not rejected yet. */
export function answered(item: ClaimItemRow, line: RemittanceLine): ClaimItemRow {
  const { receivedMinor, rejectedMinor, code, disposition } = line
  return {
    ...item,
    received_minor: item.received_minor + receivedMinor,
    rejected_minor: item.rejected_minor + (disposition === 'DISPUTE' ? 0 : rejectedMinor),
    code: code ?? (disposition === undefined ? item.code : null),
    disposition: disposition ?? settledDisposition(item, receivedMinor),
  }
}

/** What was disputed and is now paid is disputed no more. */
const settledDisposition = (item: ClaimItemRow, receivedMinor: number): string | null =>
  item.disposition === 'DISPUTE' && leftOf(item) === receivedMinor ? null : item.disposition
