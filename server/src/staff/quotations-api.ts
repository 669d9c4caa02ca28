import type { Input } from '@clinic/contract/kernel.ts'
import { getPatientPlan } from '@clinic/contract/staff/plan.ts'
import type { QUOTATION_DEEDS } from '@clinic/contract/staff/quotation-sheet.ts'
import {
  createQuotations,
  getClinicQuotation,
  getQuotationDocument,
  listClinicQuotations,
  printQuotation,
  renewQuotation as renewDeclared,
  updateQuotation,
  withdrawQuotation as withdrawDeclared,
} from '@clinic/contract/staff/quotations.ts'
import { asSeen } from '../domain/billing/clinic-payments.ts'
import { changeQuotation, renewQuotation, withdrawQuotation } from '../domain/clinical/change-quotation.ts'
import { documentOf } from '../domain/clinical/quotation-link.ts'
import { quotationPaper } from '../domain/clinical/quotation-paper.ts'
import { isChangeable, isSignable, quotationState, todayOf } from '../domain/clinical/quotation-state.ts'
import { quoteOptions } from '../domain/clinical/quote-options.ts'
import { readPlan } from '../domain/clinical/read-plan.ts'
import { clinicQuotations, type ListedQuotation, readQuotation, withLines } from '../domain/clinical/read-quotations.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import {
  presentDocument,
  presentOption,
  presentPaper,
  presentPlan,
  presentQuotationEntry,
  presentQuotationSheet,
} from '../present/quotations.ts'

/** A quotation with where it stands, and what the member who asks may do with it. */
function shown<Row extends ListedQuotation>(tx: Tx, row: Row) {
  const state = quotationState(row, todayOf(tx))
  const deeds: readonly (readonly [deed: (typeof QUOTATION_DEEDS)[number], can: boolean])[] = [
    ['EDIT', isChangeable(state)],
    ['SEND', isSignable(state)],
    ['RENEW', isChangeable(state)],
    ['WITHDRAW', isChangeable(state)],
  ]
  const may = tx.caller.holds('may:quotations:write')
  return { ...row, state, allowed: may ? deeds.flatMap(([deed, can]) => (can ? deed : [])) : [] }
}

async function sheet(tx: Tx, id: string) {
  const { quotation, options, ...rest } = await readQuotation(tx, id)
  const all = { ...rest, quotation: shown(tx, quotation), options: options.map(one => shown(tx, one)), readAt: tx.now }
  return { data: presentQuotationSheet(all, tx.clinic) }
}

type Terms = Pick<Input<typeof updateQuotation>, 'discount' | 'diagnosticFee'>

const inMinor = <Given extends Terms>({ clinic }: Tx, { discount, diagnosticFee, ...said }: Given, path = '') => ({
  ...said,
  discountMinor: discount === undefined ? undefined : minorOf(clinic, discount, `${path}/discount`),
  diagnosticFeeMinor: diagnosticFee === undefined ? undefined : minorOf(clinic, diagnosticFee, `${path}/diagnosticFee`),
})

/** What patients are offered for a price, as the staff make, change and read it. */
export const quotationsApi = [
  implement(createQuotations, async (tx, { options, ...about }) => {
    const made = await quoteOptions(tx, {
      ...about,
      options: options.map((option, place) => inMinor(tx, option, `/options/${place}`)),
    })
    const { first_name, last_name, file_number } = await tx.get('patient', about.patientId)
    const rows = await withLines(tx, made, { first_name, last_name, file_number })
    return {
      data: { options: rows.map(row => presentOption(shown(tx, row), tx.clinic)) },
      changed: made.map(({ id }) => id),
    }
  }),
  implement(updateQuotation, async (tx, input) => sheet(tx, (await changeQuotation(tx, inMinor(tx, input))).id)),
  implement(renewDeclared, async (tx, input) => sheet(tx, (await renewQuotation(tx, input)).id)),
  implement(withdrawDeclared, async (tx, input) => sheet(tx, (await withdrawQuotation(tx, input)).id)),
  implement(listClinicQuotations, (tx, query) =>
    page(tx, clinicQuotations, asSeen(tx, query), (row, clinic) => presentQuotationEntry(shown(tx, row), clinic)),
  ),
  implement(getClinicQuotation, (tx, { id }) => sheet(tx, id)),
  implement(getQuotationDocument, async (tx, { id }) => ({
    data: presentDocument(await documentOf(tx, id), tx.clinic),
  })),
  implement(printQuotation, async (tx, { id, language = 'both' }) => ({
    data: presentPaper({ ...(await quotationPaper(tx, id, language)), read_at: tx.now }, tx.clinic),
  })),
  implement(getPatientPlan, async (tx, { id }) => ({
    data: presentPlan({ ...(await readPlan(tx, id)), readAt: tx.now }, tx.clinic),
  })),
]
