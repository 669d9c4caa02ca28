import type { Tx } from '../../../kernel/tx.ts'
import { localDate } from '../../../kernel/values/zone.ts'
import { changeClaim } from '../../claims/change-claim.ts'
import { openClaim } from '../../claims/open-claim.ts'
import { addInsurer } from '../../insurance/insurer.ts'
import { changeLabOrder } from '../../labs/change-lab-order.ts'
import { addLab } from '../../labs/lab.ts'
import { orderFromLab } from '../../labs/order-from-lab.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, aWorkplace } from '../people.ts'
import { triggers } from '../trigger.ts'
import { billDoneWork, inMinor } from './billed.ts'

const usedLab = newest('lab', 't.disabled = false')
const pendingOrder = newest('lab_order', "t.status = 'pending'")
const receivedOrder = newest('lab_order', "t.status = 'received'")
const usedInsurer = newest('insurance_company', 't.disabled = false')
const plannedClaim = newest('claim', "t.status = 'PLANNING' and t.invoice_count > 0")
const reviewedClaim = newest(
  'claim',
  "t.status = 'IN_REVIEW' and t.rejected_minor = 0 and t.total_minor - t.prompt_payment_minor > 1000",
)

async function order(tx: Tx, patientId?: string) {
  const labId = await fitting(tx, undefined, usedLab, () => addLab(tx, { name: 'Sandbox lab (invented)' }))
  const whose = { patientId: await aPatient(tx, patientId), ...(await aWorkplace(tx)) }
  return orderFromLab(tx, { ...whose, labId, name: 'Crown', tooth: [11], shade: 'A2' })
}

const anOrder = (tx: Tx, named?: string) => fitting(tx, named, pendingOrder, () => order(tx))

/** The next shade of the guide, so that it is another one. */
const nextShade = (shade: string | null): string => (shade === 'A3' ? 'B1' : 'A3')

/** Claims what the insurer bears of work that was done just now. */
async function claim(tx: Tx, insurer?: string) {
  const insuranceCompanyId = await fitting(tx, insurer, usedInsurer, () =>
    addInsurer(tx, { name: 'Sandbox insurer (invented)' }),
  )
  const line = { name: 'Crown', unitMinor: inMinor(tx, 500), insurancePercent: 80 }
  const invoice = await billDoneWork(tx, undefined, { insuranceCompanyId, lines: [line] })
  const today = localDate(Date.parse(tx.now), tx.clinic.timeZone)
  const span = { startDate: today, endDate: today, branchId: invoice.branch_id }
  return openClaim(tx, { ...span, insuranceCompanyId, invoiceIds: [invoice.id] })
}

async function submitted(tx: Tx) {
  const { id } = await claim(tx)
  return changeClaim(tx, { id, status: 'IN_REVIEW' })
}

export const partnerTriggers = triggers({
  'laborder.created': async (tx, { patientId }) => order(tx, patientId),
  'laborder.updated': async (tx, { id, ...set }) => {
    const before = await tx.get('lab_order', await anOrder(tx, id))
    return changeLabOrder(tx, { shade: nextShade(before.shade), ...set, id: before.id })
  },
  'laborder.received': async (tx, { id }) => changeLabOrder(tx, { id: await anOrder(tx, id), received: true }),
  'laborder.delivered': async (tx, { id }) =>
    changeLabOrder(tx, { id: await fitting(tx, id, receivedOrder, () => order(tx)), delivered: true }),
  'claim.created': async (tx, { insuranceCompanyId }) => claim(tx, insuranceCompanyId),
  'claim.status_changed': async (tx, { id }) =>
    changeClaim(tx, { id: await fitting(tx, id, plannedClaim, () => claim(tx)), status: 'IN_REVIEW' }),
  'claim.rejected_amount_updated': async (tx, { id, rejectedAmount = 1 }) => {
    const reviewed = await fitting(tx, id, reviewedClaim, () => submitted(tx))
    return changeClaim(tx, { id: reviewed, rejectedMinor: inMinor(tx, rejectedAmount) })
  },
})
