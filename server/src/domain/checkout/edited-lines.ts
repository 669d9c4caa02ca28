import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceLineRow } from '../billing/invoice-row.ts'
import { requireLine, requireOne, type WantedLine } from './wish.ts'

/** A line of an invoice that is changed: one that it has already, or another. */
export interface EditedLine extends WantedLine {
  lineId?: string | undefined
}

/** The lines as an invoice is priced by them. What it has already keeps its name and its price, and its discount unless told. */
export function wantedLines(
  tx: Tx,
  stored: readonly InvoiceLineRow[],
  lines: readonly EditedLine[] = stored.map(({ id }) => ({ lineId: id })),
): WantedLine[] {
  const seen = new Set<string>()
  return lines.map(({ lineId, ...line }, place) => {
    const path = `/lines/${place}`
    if (lineId === undefined) {
      requireLine(tx, line, path)
      return line
    }
    const { treatmentId, procedureId, name, priceMinor: price, discountMinor: discount, discountPercent } = line
    for (const said of Object.entries({ treatmentId, procedureId, name, price }))
      requireOne(path, [['lineId', lineId], said])
    requireOne(path, Object.entries({ discount, discountPercent }))
    if (seen.has(lineId)) refuseInput({ path: `${path}/lineId`, code: 'twice', message: 'must name each line once' })
    seen.add(lineId)
    const kept = stored.find(({ id }) => id === lineId) ?? refuse('not_found', { resource: 'invoice_line' })
    return keptLine(kept, line, path)
  })
}

function keptLine(kept: InvoiceLineRow, { quantity, ...told }: WantedLine, path: string): WantedLine {
  const { treatment_id: treatmentId, procedure_id: procedureId, name, unit_minor: priceMinor } = kept
  if (treatmentId !== null && quantity !== undefined && quantity !== kept.quantity)
    refuseInput({ path: `${path}/quantity`, code: 'charted', message: 'must be as often as it was charted' })
  const isTold = told.discountMinor != null || told.discountPercent != null
  const { discount_minor: discountMinor, discount_percent: discountPercent } = kept
  return {
    ...(treatmentId !== null && { treatmentId }),
    ...(procedureId !== null && { procedureId }),
    ...{ name, priceMinor, quantity: quantity ?? kept.quantity },
    ...(isTold
      ? { discountMinor: told.discountMinor, discountPercent: told.discountPercent }
      : { discountMinor, discountPercent }),
  }
}
