import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { makePaymentLink } from '../billing/create-payment-link.ts'
import { requireApproved } from '../billing/discount-approval.ts'
import type { OnlinePaymentRow } from '../billing/online-payment-row.ts'
import type { PaymentGateways } from '../billing/payment-gateway.ts'
import { holdPoints } from '../billing/points-of-payment.ts'
import { type Tender, takeTenders } from '../billing/take-tenders.ts'
import { completeTreatment } from '../clinical/complete-treatment.ts'
import type { Moved } from '../clinical/move-treatment.ts'
import { createInvoice } from '../invoicing/create-invoice.ts'
import { releaseInvoice } from '../invoicing/release-invoice.ts'
import { holdAccount } from '../loyalty/loyalty-account.ts'
import { recordPoints } from '../loyalty/record-points.ts'
import { holdPatientFile } from '../patients/patient-file.ts'
import type { AppointmentRow } from '../scheduling/appointment.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'
import { completeVisit } from './complete-visit.ts'
import { asDiscounted, isGiven, type Preview, readPreview } from './preview.ts'
import { wishOf } from './price.ts'
import { holdTreatments } from './treatments.ts'
import { changedLast } from './visit-money.ts'
import type { Wish } from './wish.ts'

type Shortage = Moved['shortages'][number]

/** What is billed, and how it is paid; in minor units. */
export interface Order extends Wish {
  /** Of the preview that the person saw. */
  hash: string
  tenders: readonly Tender[]
  keepsExcess: boolean
  completeAppointment: boolean
}

interface Around {
  gateways: PaymentGateways
  /** A preview as those are told it for whom it has changed. */
  told: (preview: Preview) => unknown
}

/** What came of a checkout. */
export interface Receipt {
  invoiceId: string
  changeMinor: number
  links: OnlinePaymentRow[]
  pointsUsed: number
  pointsEarned: number
  visit: AppointmentRow | undefined
  /** The treatments that it completed, and what they took and was not in stock. */
  completed: string[]
  shortages: Shortage[]
}

const made = sql<{ id: string }>('select id from invoice where company_id = $1 and id = $2')
const earned = sql<{ points: number }>(`
  select coalesce(sum(earned_points), 0)::bigint as points from payment where company_id = $1 and invoice_id = $2`)

/**
 * Bills a visit and takes the money for it, in one transaction. What it touches is locked in one order: the visit, a draft,
 * the treatments, the account of points, the patient, and the number of the invoice last. It is made for the figures of a
 * preview, so that of two who check the same visit out the second is told who was first. The ids come from the
 * Idempotency-Key: a request that escapes the stored answers finds its invoice.
 */
export async function checkOut(tx: Tx, order: Order, around: Around): Promise<Receipt> {
  const id = idOfRequest(tx, 'inv')
  const changeMinor = changeOf(order)
  const visit = order.appointmentId === undefined ? undefined : await lockAppointment(tx, order.appointmentId)
  if ((await tx.sql(made([tx.clinic.id, id]))).length > 0) refuse('idempotency_conflict')
  const seen = await hold(tx, order, around)
  await requireDiscounted(tx, order, seen)
  const done = await complete(tx, order, seen)
  const used = await redeem(tx, order)
  const invoiceId = await bill(tx, order, { id, seen })
  if (used !== undefined) await tx.sql(redeemedOn([tx.clinic.id, used, invoiceId]))
  const links = await take(tx, order, invoiceId, around)
  const [{ points: pointsEarned } = { points: 0 }] = await tx.sql(earned([tx.clinic.id, invoiceId]))
  const after = visit && order.completeAppointment ? await completeVisit(tx, visit) : visit
  return { invoiceId, changeMinor, links, pointsUsed: order.points ?? 0, pointsEarned, visit: after, ...done }
}

/** What goes back of the cash that was handed over. */
function changeOf({ tenders }: Order): number {
  return tenders.reduce((sum, { type, amountMinor, receivedMinor }, place) => {
    if (receivedMinor === undefined) return sum
    const path = `/tenders/${place}/received`
    if (type !== 'CASH') refuseInput({ path, code: 'not_cash', message: 'must be of CASH' })
    if (receivedMinor < amountMinor) refuseInput({ path, code: 'minimum', message: 'must be at least the amount' })
    return sum + receivedMinor - amountMinor
  }, 0)
}

/** Holds all that the checkout goes by, and refuses it where that is not what the person saw. */
async function hold(tx: Tx, order: Order, { gateways, told }: Around): Promise<Preview> {
  if (order.invoiceId !== undefined) await tx.lock('invoice', order.invoiceId)
  const held = await holdTreatments(tx, order)
  await (order.points ? holdAccount(tx, order.patientId) : holdPoints(tx, order.patientId))
  await holdPatientFile(tx, order.patientId)
  const seen = await readPreview(tx, order, { gateways, held })
  if (seen.hash !== order.hash) refuse('price_changed', { preview: told(seen), ...(await changedLast(tx, order)) })
  return seen
}

async function requireDiscounted(tx: Tx, order: Order, { priced }: Preview): Promise<void> {
  if (order.invoiceId !== undefined) return
  if (priced.wholeMinor > 0 && order.discountReason === undefined)
    refuseInput({ path: '/discountReason', code: 'required', message: 'is required where the whole has a discount' })
  if (isGiven(priced)) return
  const { patientId, approvalId } = order
  await requireApproved(tx, { patientId, approvalId, discounts: [asDiscounted(priced)] })
}

async function complete(tx: Tx, order: Order, { treatments }: Preview) {
  const ids = [...new Set(order.complete ?? [])].toSorted()
  const shortages: Shortage[] = []
  for (const id of ids)
    if (treatments.get(id)?.status !== 'COMPLETED') shortages.push(...(await completeTreatment(tx, { id })).shortages)
  return { completed: ids, shortages }
}

const redeemedOn = sql('update loyalty_transaction set invoice_id = $3 where company_id = $1 and id = $2')

/** The transaction by which points are redeemed; it is told of before the invoice, which it names once that is there. */
async function redeem(tx: Tx, { patientId, branchId, points = 0 }: Order): Promise<string | undefined> {
  if (points === 0) return undefined
  return (await recordPoints(tx, { patientId, branchId, type: 'REDEEM', points })).id
}

async function bill(tx: Tx, order: Order, { id, seen }: { id: string; seen: Preview }): Promise<string> {
  if (order.invoiceId !== undefined) return (await releaseInvoice(tx, { id: order.invoiceId })).id
  const { priced, insured, wanted } = seen
  const isInsured = insured !== undefined && priced.insuranceMinor > 0
  const invoice = await createInvoice(tx, {
    ...{ id, patientId: order.patientId, branchId: order.branchId, doctorId: order.doctorId ?? null },
    ...{ appointmentId: order.appointmentId ?? null, createdFromAppointmentId: order.appointmentId ?? null },
    ...{ insuranceCompanyId: isInsured ? insured.insurerId : null, discountReason: order.discountReason ?? null },
    lines: wanted.map((line, place) => ({
      ...wishOf(line),
      insuranceMinor: priced.lines[place]?.share.minor ?? 0,
    })),
    ...(priced.wholeMinor + priced.pointsMinor > 0 && { discountMinor: priced.wholeMinor + priced.pointsMinor }),
    ...(order.points && { points: { used: order.points, minor: priced.pointsMinor } }),
  })
  return invoice.id
}

async function take(tx: Tx, order: Order, invoiceId: string, { gateways }: Around): Promise<OnlinePaymentRow[]> {
  const links: OnlinePaymentRow[] = []
  const { tenders, keepsExcess } = order
  const link = async (_: string, amountMinor: number, id: string) =>
    links.push(await makePaymentLink(tx, { id, invoiceId, amountMinor }, gateways))
  if (tenders.length > 0) await takeTenders(tx, { invoiceId, tenders, keepsExcess, link })
  return links
}
