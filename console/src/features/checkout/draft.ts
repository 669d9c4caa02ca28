import type { CHECKOUT_TENDERS } from '@clinic/contract/staff/checkout.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type TenderType = (typeof CHECKOUT_TENDERS)[number]
export type Visit = Pick<Returned<'getDayAppointment'>, 'id' | 'branchId' | 'doctorId' | 'status'>
export type Preview = Returned<'previewCheckout'>

/** A way of paying; an amount that is not typed is what is left. */
export interface Way {
  key: number
  type: TenderType
  amount: string
  received: string
  reference: string
}

let ways = 0
export const wayOf = (type: TenderType): Way => ({ key: ++ways, type, amount: '', received: '', reference: '' })

/** What the person says of a checkout, as it is typed. */
export interface Draft {
  /** What is billed; what was done today, where nothing is said. */
  billed: readonly string[] | undefined
  complete: readonly string[]
  percent: string
  reason: string
  points: string
  approvalId: string | undefined
  ways: readonly Way[]
  isOver: boolean
}

export const EMPTY: Draft = {
  ...{ billed: undefined, complete: [], percent: '', reason: '', points: '', approvalId: undefined },
  ...{ ways: [wayOf('CASH')], isOver: true },
}

const typed = (text: string): number | undefined => (text.trim() === '' ? undefined : numberTyped(text))
const isAmount = (amount: number | undefined): amount is number => amount !== undefined && amount > 0

type Wish = Omit<Input<'previewCheckout'>, 'amounts' | 'references'>

/** What is to be billed, as the clinic is asked it. */
export function wishOf(visit: Visit, patientId: string, draft: Draft): Wish {
  const [percent, points] = [typed(draft.percent), typed(draft.points)]
  return {
    ...{ patientId, branchId: visit.branchId, doctorId: visit.doctorId, appointmentId: visit.id },
    ...(draft.billed && { lines: draft.billed.map(treatmentId => ({ treatmentId })) }),
    ...(draft.complete.length > 0 && { complete: [...draft.complete] }),
    ...(isAmount(percent) && { discountPercent: percent }),
    ...(draft.reason.trim() !== '' && { discountReason: draft.reason.trim() }),
    ...(draft.approvalId !== undefined && { approvalId: draft.approvalId }),
    ...(isAmount(points) && { points }),
  }
}

/** The same with what is typed of how it is paid, to see what is left then. */
export function askedOf(visit: Visit, patientId: string, draft: Draft): Input<'previewCheckout'> {
  const amounts = draft.ways.map(({ amount }) => typed(amount)).filter(isAmount)
  const references = draft.ways.flatMap(({ reference }) => reference.trim() || [])
  return {
    ...wishOf(visit, patientId, draft),
    ...(amounts.length > 0 && { amounts }),
    ...(references.length > 0 && { references }),
  }
}

/** What is paid in each way: what is typed, and what is left in the one where nothing is. */
export function orderOf(visit: Visit, patientId: string, draft: Draft, { hash, rest }: Preview): Input<'checkOut'> {
  const tenders = draft.ways.map(({ type, amount, received, reference }) => ({
    ...{ type, amount: typed(amount) ?? rest },
    ...(type === 'CASH' && received.trim() !== '' && { received: numberTyped(received) }),
    ...(type !== 'CREDIT' && type !== 'LINK' && reference.trim() !== '' && { reference: reference.trim() }),
  }))
  return {
    ...wishOf(visit, patientId, draft),
    ...{ hash, tenders: tenders.filter(({ amount }) => amount !== 0), completeAppointment: draft.isOver },
  }
}

/** The treatments that are billed as it stands. */
export const billedIn = ({ billed }: Draft, { lines }: Preview): readonly string[] =>
  billed ?? lines.flatMap(({ treatmentId }) => treatmentId ?? [])
