import type { Input } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

/** An item that is to be billed: of the price list, or anything else with its price. */
export interface NewItem {
  key: number
  procedureId: string | null
  name: string
  price: string
  quantity: string
}

export interface NewInvoice {
  branchId: string
  /** Empty where it is of no doctor. */
  doctorId: string
  items: readonly NewItem[]
}

export const itemOf = (items: readonly NewItem[], procedureId: string | null): NewItem => ({
  key: Math.max(0, ...items.map(({ key }) => key)) + 1,
  ...{ procedureId, name: '', price: '', quantity: '1' },
})

/** What is sent, to be looked at and to be saved. */
export const inputOf = (patientId: string, { branchId, doctorId, items }: NewInvoice): Input<'createDraft'> => ({
  patientId,
  branchId,
  ...(doctorId !== '' && { doctorId }),
  lines: items.map(({ procedureId, name, price, quantity }) => ({
    ...(procedureId === null ? { name: name.trim(), price: numberTyped(price) } : { procedureId }),
    quantity: numberTyped(quantity),
  })),
})
