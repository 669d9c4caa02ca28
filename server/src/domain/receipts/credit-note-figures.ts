import type { CreditNoteRow, NotedLine } from '../billing/credit-notes.ts'
import { linesLeft, ratesLeft } from '../billing/credited-lines.ts'
import type { InvoiceLineRow, InvoiceRow } from '../billing/invoice-row.ts'
import type { Named, Parties } from './paper-parties.ts'
import type { PaperCode } from './read-receipt.ts'

/** What stands on a credit note, in minor units. */
interface CreditNoteFigures {
  /** Without tax and before the discount of the whole; the quantity is null where an amount was credited. */
  lines: { name: Named; quantity: number | null; unitMinor: null; discountMinor: 0; netMinor: number }[]
  netMinor: number
  /** The part of the discount of the whole that goes with it, points included. */
  discountMinor: number
  rates: { taxPercent: number; taxableMinor: number; taxMinor: number }[]
  totalMinor: number
  insuranceMinor: number
  toCreditMinor: number
  refundedMinor: number
}

/** A credit note as its paper tells of it. */
export interface CreditNotePaper extends Parties {
  invoice: InvoiceRow
  note: CreditNoteRow
  figures: CreditNoteFigures
  code: PaperCode
}

interface Parts {
  invoice: InvoiceRow
  note: CreditNoteRow
  lines: readonly InvoiceLineRow[]
  /** What is on all notes of the invoice. */
  noted: readonly NotedLine[]
}

const nameOf = (line: InvoiceLineRow | undefined): Named => ({ en: line?.name ?? '', ar: line?.name_ar ?? null })

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Each figure follows from those above it: net less discount with the tax of each rate is what was credited. */
export function creditNoteFigures({ invoice, note, lines, noted }: Parts): CreditNoteFigures {
  const own = noted.filter(({ credit_note_id }) => credit_note_id === note.id)
  const earlier = noted.filter(({ note_number }) => note_number < note.reference_id)
  const after = ratesLeft(invoice, linesLeft(lines, [...earlier, ...own]))
  const rates = ratesLeft(invoice, linesLeft(lines, earlier)).map((before, place) => ({
    taxPercent: before.taxPercent,
    taxableMinor: before.taxableMinor - (after[place]?.taxableMinor ?? 0),
    taxMinor: before.taxMinor - (after[place]?.taxMinor ?? 0),
  }))
  const netMinor = sum(own.map(({ net_minor }) => net_minor))
  return {
    lines: own.map(({ line_id, quantity, net_minor }) => ({
      name: nameOf(lines.find(({ id }) => id === line_id)),
      ...{ quantity, unitMinor: null, discountMinor: 0, netMinor: net_minor },
    })),
    netMinor,
    discountMinor: netMinor - sum(rates.map(({ taxableMinor }) => taxableMinor)),
    rates: rates.filter(({ taxableMinor, taxMinor }) => taxableMinor !== 0 || taxMinor !== 0),
    totalMinor: note.total_minor,
    insuranceMinor: note.insurance_minor,
    toCreditMinor: note.to_credit_minor,
    refundedMinor: note.refunded_minor,
  }
}
