import type { Input } from '@clinic/contract/kernel.ts'
import type { updateTreatment } from '@clinic/contract/staff/chart.ts'
import { refuse, refuseInput, refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TreatmentRow } from './treatment.ts'
import { treatmentStatus } from './treatment-status.ts'

/** Money in minor units. */
export interface TreatmentChanges extends Omit<Input<typeof updateTreatment>, 'price' | 'discount'> {
  priceMinor?: number | undefined
  discountMinor?: number | undefined
}

/** The steps are changed by themselves. */
type Wish = TreatmentChanges & { steps?: readonly object[] }
type Field = Exclude<keyof Wish, 'id' | 'reason'>

const OF_SIGNED: readonly Field[] = ['doctorId', 'appointmentId', 'details', 'steps']
const OF_BILLED: readonly Field[] = ['diagnosis', 'details']

/** By which rule a treatment is changed: what of it may be, or that it takes a reason and the right to correct. */
export type Editing = 'ALL' | 'SIGNED' | 'BILLED' | 'CORRECT' | 'NOTHING'

export function editingOf(treatment: TreatmentRow, isSigned: boolean): Editing {
  const status = treatmentStatus(treatment)
  if (status === 'REJECTED') return 'NOTHING'
  if (treatment.invoice_id !== null) return 'BILLED'
  if (status !== 'PLANNED') return 'CORRECT'
  return isSigned ? 'SIGNED' : 'ALL'
}

/** Refuses a change of what the state of a treatment has settled. */
export async function requireEditable(tx: Tx, before: TreatmentRow, input: Wish): Promise<void> {
  const quotation = before.quotation_id === null ? undefined : await tx.lock('quotation', before.quotation_id)
  const editing = editingOf(before, quotation?.signed ?? false)
  if (editing === 'NOTHING') refuseSettled('REJECTED', 'What was rejected stays as it is.')
  if (editing === 'SIGNED') requireOnly(input, OF_SIGNED, 'QUOTATION_SIGNED')
  if (editing === 'BILLED') requireOnly(input, OF_BILLED, 'BILLED')
  if (editing === 'CORRECT') requireCorrection(tx, input)
}

function requireOnly(input: Wish, fields: readonly Field[], state: string): void {
  const { id: _id, reason: _reason, ...given } = input
  const other = Object.entries(given).find(([name, value]) => value !== undefined && !fields.some(one => one === name))
  if (other) refuseSettled(state, `Only ${fields.join(', ')} can still be changed.`)
}

function requireCorrection({ caller }: Tx, { reason }: Pick<TreatmentChanges, 'reason'>): void {
  if (!caller.holds('may:treatments:correct')) refuse('not_permitted', { permission: 'treatments:correct' })
  if (reason === undefined)
    refuseInput({ path: '/reason', code: 'required', message: 'is required to correct what is no longer only planned' })
}
