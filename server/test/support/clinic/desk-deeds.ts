import assert from 'node:assert/strict'
import {
  addExpense,
  addIncome,
  payBookedExpense,
  reverseBookedExpense,
  reverseBookedIncome,
} from '@clinic/contract/staff/book-entries.ts'
import { checkOut, previewCheckout } from '@clinic/contract/staff/checkout.ts'
import { closeDay, previewDayClose } from '@clinic/contract/staff/day-closes.ts'
import { retryEInvoiceReport } from '@clinic/contract/staff/einvoice-reports.ts'
import { createDraft } from '@clinic/contract/staff/invoice-changes.ts'
import { issueInvoice, voidInvoice } from '@clinic/contract/staff/invoices.ts'
import { payInvoice } from '@clinic/contract/staff/tenders.ts'
import { transferMoney } from '@clinic/contract/staff/treasuries.ts'
import fc from 'fast-check'
import { addTreatment } from '../../../src/domain/clinical/add-treatment.ts'
import { beginSubmission } from '../../../src/domain/einvoices/begin-submission.ts'
import { recordAnswer } from '../../../src/domain/einvoices/record-answer.ts'
import { toMajor } from '../../../src/kernel/values/money.ts'
import { addDays, localDate } from '../../../src/kernel/values/zone.ts'
import type { Api } from '../app/api-client.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** Where a walk through the money of a clinic is at. */
export interface Desk {
  app: TestApp
  practice: Practice
  currency: string
  /** An owner at the desk. */
  desk: Api
  /** What was issued, and what was not yet. */
  invoiceIds: string[]
  draftIds: string[]
  /** A bank and a drawer. */
  treasuryIds: readonly string[]
}

const which = fc.nat(20)
const unitMinor = fc.integer({ min: 1, max: 300_000 })
const part = fc.constantFrom(1, 100, 10_000)
const place = fc.nat(1)

/** What else is done at a desk and in its books, and what the tax authority says. */
export const deskDeed = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constant('draft' as const), unitMinor }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('issue' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const), which, isDraft: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('tender' as const), which, part, keeps: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{
        what: fc.constant('finish' as const),
        unitMinor,
        points: fc.constantFrom(0, 0, 7, 500),
        draft: fc.option(which),
      },
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('entry' as const), part, place, isExpense: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('settle' as const), which, part, place }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reverse' as const), which, isExpense: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('move' as const), part, place, fee: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('close' as const), place, back: fc.nat(1), off: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ what: fc.constant('answer' as const), which },
      outcome: fc.constantFrom('CLEARED' as const, 'CLEARED' as const, 'REJECTED' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('retry' as const), which }) },
)
export type DeskDeed = typeof deskDeed extends fc.Arbitrary<infer Each> ? Each : never
type Of<What> = Extract<DeskDeed, { what: What }>

const nth = <Value>(of: readonly Value[], index: number): Value | undefined => of[index % Math.max(of.length, 1)]

/** One of what a query finds, in the order of its ids. */
async function pick({ app, practice }: Desk, index: number, from: string): Promise<string> {
  const rows = await app.sql<{ id: string }>(`select id from ${from} order by id`, [practice.clinic.company_id])
  return nth(rows, index)?.id ?? 'none'
}

/** What the state of the money refuses is how it should be; anything else is not. */
function allowed({ status, text }: { status: number; text: string }): boolean {
  assert.ok([200, 201, 400, 404, 409, 422].includes(status), text)
  return status < 300
}

async function draft({ practice, currency, desk, draftIds }: Desk, { unitMinor: minor }: Of<'draft'>): Promise<void> {
  const lines = [{ name: 'Care', price: toMajor(minor, currency) }]
  const made = await desk.call(createDraft, { patientId: practice.patient.id, branchId: practice.branch.id, lines })
  if (allowed(made)) draftIds.push(made.body.data.id)
}

/** A draft is issued, and from then on an invoice like any other. */
function issued({ draftIds, invoiceIds }: Desk, id: string): void {
  if (!draftIds.includes(id) || invoiceIds.includes(id)) return
  draftIds.splice(draftIds.indexOf(id), 1)
  invoiceIds.push(id)
}

async function issue(at: Desk, one: Of<'issue'>): Promise<void> {
  const id = nth(at.draftIds, one.which)
  if (id !== undefined && allowed(await at.desk.call(issueInvoice, { id }))) issued(at, id)
}

async function end({ desk, draftIds, invoiceIds }: Desk, one: Of<'void'>): Promise<void> {
  const id = nth(one.isDraft ? draftIds : invoiceIds, one.which) ?? 'none'
  allowed(await desk.call(voidInvoice, { id, reason: 'Entered twice' }))
}

/** Money is taken in cash and of the credit; or what is too much becomes credit. */
async function tender({ desk, currency, invoiceIds }: Desk, one: Of<'tender'>): Promise<void> {
  const amount = toMajor(one.part, currency)
  const types = one.keeps ? (['CASH'] as const) : (['CASH', 'CREDIT'] as const)
  const id = nth(invoiceIds, one.which) ?? 'none'
  const tenders = types.map(type => ({ type, amount }))
  allowed(await desk.call(payInvoice, { id, tenders, excess: one.keeps ? 'CREDIT' : 'REFUSE' }))
}

/** A treatment is completed and billed, or a draft is issued; a part is paid by points, and for the rest there is a link. */
async function finish(at: Desk, one: Of<'finish'>): Promise<void> {
  const { app, practice, desk, draftIds, invoiceIds } = at
  const { clinic, branch, patient } = practice
  const whose = { patientId: patient.id, branchId: branch.id }
  const invoiceId = one.draft === null ? undefined : nth(draftIds, one.draft)
  const done = async () => {
    const wish = { ...whose, name: 'Filling', priceMinor: one.unitMinor }
    const { treatment } = await app.write(clinic, tx => addTreatment(tx, wish))
    const points = one.points > 0 ? { points: one.points } : {}
    return { complete: [treatment.id], lines: [{ treatmentId: treatment.id }], ...points }
  }
  const wish = { ...whose, ...(invoiceId === undefined ? await done() : { invoiceId }) }
  const seen = await desk.call(previewCheckout, wish)
  if (!allowed(seen)) return
  const { hash, due } = seen.body.data
  const tenders = due > 0 ? [{ type: 'LINK' as const, amount: due }] : []
  const made = await desk.call(checkOut, { ...wish, hash, tenders })
  if (!allowed(made)) return
  const { id } = made.body.data.invoice
  if (invoiceId === undefined) invoiceIds.push(id)
  else issued(at, id)
}

async function enter({ desk, practice, currency, treasuryIds }: Desk, one: Of<'entry'>): Promise<void> {
  const [amount, treasuryId] = [toMajor(one.part, currency), nth(treasuryIds, one.place) ?? '']
  const entered = { name: 'Walk', branchId: practice.branch.id, treasuryId }
  if (one.isExpense) allowed(await desk.call(addExpense, { ...entered, total: amount, paid: 0 }))
  else allowed(await desk.call(addIncome, { ...entered, amount }))
}

async function settle(at: Desk, one: Of<'settle'>): Promise<void> {
  const [id, treasuryId] = [
    await pick(at, one.which, 'expense where company_id = $1'),
    nth(at.treasuryIds, one.place) ?? '',
  ]
  allowed(await at.desk.call(payBookedExpense, { id, treasuryId, amount: toMajor(one.part, at.currency) }))
}

async function reverse(at: Desk, one: Of<'reverse'>): Promise<void> {
  const id = await pick(at, one.which, `${one.isExpense ? 'expense' : 'income'} where company_id = $1`)
  const wish = { id, reason: 'Entered in error' }
  allowed(await (one.isExpense ? at.desk.call(reverseBookedExpense, wish) : at.desk.call(reverseBookedIncome, wish)))
}

async function move({ desk, practice, currency, treasuryIds }: Desk, one: Of<'move'>): Promise<void> {
  const [fromId = '', toId = ''] = one.place === 0 ? treasuryIds : treasuryIds.toReversed()
  const fee = one.fee > 0 ? { fee: toMajor(one.fee, currency), branchId: practice.branch.id } : {}
  allowed(await desk.call(transferMoney, { fromId, toId, amount: toMajor(one.part, currency), ...fee }))
}

async function close({ desk, practice, currency, treasuryIds }: Desk, one: Of<'close'>): Promise<void> {
  const date = addDays(localDate(Date.now(), practice.clinic.time_zone), -one.back)
  const day = { treasuryId: nth(treasuryIds, one.place) ?? '', date }
  const seen = await desk.call(previewDayClose, day)
  if (!allowed(seen)) return
  const { expected, hash } = seen.body.data
  const counted = toMajor(Math.round(expected / toMajor(1, currency)) + one.off, currency)
  allowed(await desk.call(closeDay, { ...day, counted, hash, reason: 'A coin was found' }))
}

/** The authority is sent a report that waits, and answers it. */
async function answer(at: Desk, one: Of<'answer'>): Promise<void> {
  const waits = "einvoice_submission where company_id = $1 and status in ('PENDING', 'IN_PROGRESS')"
  const id = await pick(at, one.which, waits)
  if (id === 'none') return
  const { clinic } = at.practice
  await at.app.write(clinic, tx => beginSubmission(tx, id))
  const said = { infoMessages: [], warningMessages: [], errorMessages: [] }
  await at.app.write(clinic, tx => recordAnswer(tx, id, { outcome: one.outcome, ...said }))
}

async function retry(at: Desk, one: Of<'retry'>): Promise<void> {
  const id = await pick(at, one.which, "einvoice_submission where company_id = $1 and status = 'REJECTED'")
  if (id !== 'none') allowed(await at.desk.call(retryEInvoiceReport, { id }))
}

/** Does it. */
export function atDesk(at: Desk, one: DeskDeed): Promise<void> {
  switch (one.what) {
    case 'draft':
      return draft(at, one)
    case 'issue':
      return issue(at, one)
    case 'void':
      return end(at, one)
    case 'tender':
      return tender(at, one)
    case 'finish':
      return finish(at, one)
    case 'entry':
      return enter(at, one)
    case 'settle':
      return settle(at, one)
    case 'reverse':
      return reverse(at, one)
    case 'move':
      return move(at, one)
    case 'close':
      return close(at, one)
    case 'answer':
      return answer(at, one)
    case 'retry':
      return retry(at, one)
  }
}
