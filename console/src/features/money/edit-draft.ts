import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type Invoice = Returned<'getClinicInvoice'>

/** What is typed of an item that the invoice has. */
export interface Typed {
  quantity: string
  discount: string
  isOff: boolean
}

export interface Draft {
  /** By the item. */
  items: Readonly<Record<string, Typed>>
  /** What is added of the price list. */
  added: readonly string[]
  whole: string
  reason: string
}

export const draftOf = ({ items, wholeDiscount, discountReason }: Invoice): Draft => ({
  items: Object.fromEntries(
    items.map(({ id, quantity, discount }) => [
      id,
      { quantity: String(quantity), discount: String(discount), isOff: false },
    ]),
  ),
  added: [],
  whole: String(wholeDiscount),
  reason: discountReason ?? '',
})

type Change = Omit<Input<'changeDraft'>, 'id' | 'hash'>
type Line = NonNullable<Change['lines']>[number]

function lineOf({ id, treatmentId, quantity, discount }: Invoice['items'][number], typed: Typed): Line {
  return {
    lineId: id,
    ...(treatmentId === null && typed.quantity !== String(quantity) && { quantity: numberTyped(typed.quantity) }),
    ...(typed.discount !== String(discount) && { discount: numberTyped(typed.discount) }),
  }
}

/** What is sent: all that the invoice is to have; of the discounts those that were typed. */
export function changeOf(invoice: Invoice, { items, added, whole, reason }: Draft): Change {
  const kept = invoice.items.flatMap(item => {
    const typed = items[item.id]
    return typed && !typed.isOff ? lineOf(item, typed) : []
  })
  return {
    lines: [...kept, ...added.map(procedureId => ({ procedureId }))],
    ...(whole !== String(invoice.wholeDiscount) && { discount: numberTyped(whole) }),
    ...(reason.trim() !== '' && reason.trim() !== invoice.discountReason && { discountReason: reason.trim() }),
  }
}
