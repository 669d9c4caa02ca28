import { DISPOSITIONS } from '@clinic/contract/staff/claim-parts.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type OpenItem = Returned<'getOpenItems'>['items'][number]
export type Line = Record<'received' | 'rejected' | 'code' | 'disposition', string>

/** A remittance as it is typed; lines by their invoice. */
export interface Draft {
  treasuryId: string
  reference: string
  date: string
  total: string
  followUpOn: string
  lines: Readonly<Record<string, Line>>
}

export const NO_LINE: Line = { received: '', rejected: '', code: '', disposition: '' }

const isSaid = ({ received, rejected }: Line): boolean => received.trim() !== '' || rejected.trim() !== ''

const numberOf = (typed: string): number => (typed.trim() === '' ? 0 : numberTyped(typed))

/** The invoices of which something is said, in the order of the list. */
export const saidOf = (items: readonly OpenItem[], { lines }: Draft): OpenItem[] =>
  items.filter(({ invoiceId }) => isSaid(lines[invoiceId] ?? NO_LINE))

/** What is typed as lines. */
export const linesOf = (items: readonly OpenItem[], draft: Draft): Input<'postRemittance'>['lines'] =>
  saidOf(items, draft).map(({ invoiceId }) => {
    const { received, rejected, code, disposition } = draft.lines[invoiceId] ?? NO_LINE
    const said = DISPOSITIONS.find(one => one === disposition)
    return {
      ...{ invoiceId, received: numberOf(received), rejected: numberOf(rejected) },
      ...(code.trim() !== '' && { code: code.trim() }),
      ...(said !== undefined && { disposition: said }),
    }
  })

/** Whether a clinic disputes something of it, which asks for a day. */
export const isDisputed = (items: readonly OpenItem[], draft: Draft): boolean =>
  linesOf(items, draft).some(({ disposition }) => disposition === 'DISPUTE')

/** What is sent. */
export const orderOf = (
  insuranceCompanyId: string,
  items: readonly OpenItem[],
  draft: Draft,
): Input<'postRemittance'> => ({
  ...{ insuranceCompanyId, treasuryId: draft.treasuryId, reference: draft.reference.trim(), date: draft.date },
  total: numberOf(draft.total),
  ...(isDisputed(items, draft) && draft.followUpOn !== '' && { followUpOn: draft.followUpOn }),
  lines: linesOf(items, draft),
})
