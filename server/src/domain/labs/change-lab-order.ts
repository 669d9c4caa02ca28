import { labOrderDelivered, labOrderReceived, labOrderUpdated } from '@clinic/contract/labs.ts'
import { isMilkTooth } from '@clinic/contract/teeth.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, formerFacts, isEmpty } from '../../kernel/values/differences.ts'
import { type LabOrderRow, labOrderFacts, labOrderStatus } from './lab-order.ts'
import { itemOf, type NewLabOrder, requireTeeth, requireUsedLab } from './order-from-lab.ts'

type Changeable = 'labId' | 'labItemId' | 'name' | 'details' | 'tooth' | 'shade' | 'items' | 'due' | 'doctorId'

export interface LabOrderChanges extends Partial<Pick<NewLabOrder, Changeable>> {
  id: string
  /** The work came from the lab; it cannot be taken back. */
  received?: true
  /** The patient has the work; it cannot be taken back. */
  delivered?: true
}

/**
 * Changes what is given and differs; an update that changes nothing writes nothing and fires nothing. A flag that is newly
 * set fires its own event, both of them one after the other; only without one it is laborder.updated.
 */
export async function changeLabOrder(tx: Tx, input: LabOrderChanges): Promise<LabOrderRow> {
  const before = await tx.lock('lab_order', input.id)
  const changes = differences(before, wanted(tx, before, input))
  if (isEmpty(changes)) return before
  await requireOrderable(tx, before, changes)
  const after = await changeRecord(tx, 'lab_order', before, changes)
  tell(tx, before, after)
  return after
}

function wanted(tx: Tx, before: LabOrderRow, { tooth, due, labId, labItemId, ...input }: LabOrderChanges) {
  if (tooth) requireTeeth(tooth)
  // Another lab makes other things.
  const ofAnotherLab = labId !== undefined && labId !== before.lab_id
  return {
    lab_id: labId,
    lab_item_id: ofAnotherLab ? (labItemId ?? null) : labItemId,
    name: input.name,
    details: input.details,
    tooth: tooth && [...tooth],
    child: tooth?.some(isMilkTooth),
    shade: input.shade,
    items: input.items,
    due_at: due && new Date(due).toISOString(),
    doctor_id: input.doctorId,
    received_at: input.received && (before.received_at ?? tx.now),
    delivered_at: input.delivered && (before.delivered_at ?? tx.now),
  }
}

/** Who makes what is settled once it is made. */
async function requireOrderable(tx: Tx, before: LabOrderRow, changes: Partial<LabOrderRow>): Promise<void> {
  const { lab_id, lab_item_id } = changes
  if (lab_id === undefined && lab_item_id === undefined) return
  const status = labOrderStatus(before)
  if (status !== 'pending') refuseSettled(status, `Who makes an order that is ${status} can no longer change.`)
  if (lab_id !== undefined) await requireUsedLab(tx, lab_id)
  if (lab_item_id) await itemOf(tx, lab_id ?? before.lab_id, lab_item_id)
}

function tell(tx: Tx, before: LabOrderRow, after: LabOrderRow): void {
  const { received_at, delivered_at } = before
  const start = { ...after, received_at, delivered_at }
  const received = { ...start, received_at: after.received_at }
  const [isReceived, isDelivered] = [received_at !== after.received_at, delivered_at !== after.delivered_at]
  if (isReceived) tx.emit(labOrderReceived, labOrderFacts(received), former(start, received))
  if (isDelivered) tx.emit(labOrderDelivered, labOrderFacts(after), former(received, after))
  if (!isReceived && !isDelivered) tx.emit(labOrderUpdated, labOrderFacts(after), former(before, after))
}

const former = (one: LabOrderRow, next: LabOrderRow) => formerFacts(labOrderFacts(one), labOrderFacts(next))
