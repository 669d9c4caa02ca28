import { hash } from 'node:crypto'
import { sql } from '../db/statement.ts'
import { FIRST_PREVIOUS_HASH, sealInvoice } from '../domain/einvoices/seal-invoice.ts'
import { sealDocument } from '../domain/einvoices/sealed-document.ts'
import { MOST_TRIES } from '../domain/einvoices/submission.ts'
import { ublFacts } from '../domain/einvoices/ubl-facts.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { isUnapproved } from './claims.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

type Invoice = Readonly<RowsOf<'invoice'>[number]>
type Facts = ReturnType<typeof ublFacts>

interface Attempt {
  invoice: Invoice
  attempt: number
  came: 'SUBMITTED' | 'REJECTED' | 'IN_PROGRESS'
  at: number
}

/** The clinic has reported since then. */
const REPORTING_DAYS = 14
/** Invoices whose first attempt was rejected, and the second not. */
const REJECTED = [3, 11, 26]
const RETRY_MINUTES = 90
/** How long the platform tries where the authority does not answer. */
const TRIED_MS = DAY_MS
const SANDBOX = 'SANDBOX: This is no tax authority; nothing was reported.'
const ERROR = 'INVOICE-HASH: The hash that was sent must be that of the document without its QR code.'

/**
 * The attempts in the order of the chain. What was rejected is reported again, but for the last that its insurer bears a part
 * of; of another the platform has given up asking.
 */
function attempts({ made, now }: DemoContext): Attempt[] {
  const isOver = (at: number) => at + (RETRY_MINUTES + 1) * MINUTE_MS <= now
  const since = now - REPORTING_DAYS * DAY_MS
  const reported = made('invoice')
    .flatMap(invoice =>
      invoice.released_at && !invoice.balance_invoice ? { invoice, at: Date.parse(invoice.released_at) } : [],
    )
    .filter(({ at }) => at >= since && at + MINUTE_MS <= now)
    .toSorted((one, other) => one.at - other.at)
  const settled = new Set<string | null | undefined>(
    [...made('claim_item'), ...made('treatment').filter(isUnapproved)].map(({ invoice_id }) => invoice_id),
  )
  const stands = reported.findLast(({ invoice }) => Number(invoice.insurance_minor) > 0 && !settled.has(invoice.id))
  const unanswered = reported.findLast(each => each !== stands && each.at + TRIED_MS + MINUTE_MS < now)
  const first = reported.map((each, index): Attempt => {
    const rejected = each === stands || REJECTED.includes(index)
    return { ...each, attempt: 1, came: each === unanswered ? 'IN_PROGRESS' : rejected ? 'REJECTED' : 'SUBMITTED' }
  })
  const second = first
    .filter(({ came, invoice, at }) => came === 'REJECTED' && invoice !== stands?.invoice && isOver(at))
    .map((each): Attempt => ({ ...each, attempt: 2, came: 'SUBMITTED', at: each.at + RETRY_MINUTES * MINUTE_MS }))
  return [...first, ...second].toSorted((one, other) => one.at - other.at)
}

function uuidOf(id: string): string {
  const hex = hash('sha256', id, 'hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What the authority was told of each invoice. */
function factsFor({ made, plan }: DemoContext, registration: Parameters<typeof ublFacts>[0]['registration']) {
  const lines = Map.groupBy(made('invoice_line'), ({ invoice_id }) => invoice_id)
  const patients = new Map(made('patient').map(patient => [patient.id, patient]))
  const branches = new Map(made('branch').map(branch => [branch.id, branch]))
  return ({ invoice }: Attempt, id: string): Facts | undefined => {
    const [patient, branch] = [patients.get(invoice.patient_id), branches.get(invoice.branch_id)]
    if (!patient || !branch) return undefined
    const { first_name, last_name = null, nationality = null, national_id = null } = patient
    const parts = {
      ...{ clinic: plan.facts, registration, branch, patient: { first_name, last_name, nationality, national_id } },
      invoice: {
        ...{ reference_id: invoice.reference_id, created_at: invoice.created_at },
        released_at: invoice.released_at ?? null,
        whole_discount_minor: invoice.whole_discount_minor ?? null,
        whole_discount_percent: invoice.whole_discount_percent ?? null,
      },
      lines: (lines.get(invoice.id) ?? []).map(line => ({
        ...{ sort_order: line.sort_order, name: line.name, quantity: line.quantity, unit_minor: line.unit_minor },
        ...{ tax_percent: line.tax_percent, insurance_minor: line.insurance_minor ?? 0, code: line.code ?? null },
        ...{ procedure_id: line.procedure_id ?? null, treatment_id: line.treatment_id ?? null },
        ...{ discount_minor: line.discount_minor ?? null, discount_percent: line.discount_percent ?? null },
      })),
    }
    return ublFacts(parts, uuidOf(id))
  }
}

const outcome = ({ at, came }: Attempt) => {
  const [answered, isUnanswered] = [iso(at + MINUTE_MS), came === 'IN_PROGRESS']
  return {
    status: came,
    submission_time: isUnanswered ? null : answered,
    clearance_time: came === 'SUBMITTED' ? answered : null,
    status_changed_at: answered,
    info_messages: isUnanswered ? [] : [SANDBOX],
    warning_messages: [],
    error_messages: came === 'REJECTED' ? [ERROR] : [],
    ...{ tries: isUnanswered ? MOST_TRIES : 0, last_failure: isUnanswered ? '503 Service Unavailable' : null },
    given_up_at: isUnanswered ? iso(at + TRIED_MS) : null,
  }
}

const noteStatus = sql(`
  update invoice set e_invoice_status = latest.status
  from (select distinct on (invoice_id) invoice_id, status from einvoice_submission
        where company_id = $1 order by invoice_id, attempt_number desc) latest
  where invoice.company_id = $1 and invoice.id = latest.invoice_id`)

/** Two weeks of invoices reported to the sandbox, one document after the other in the clinic's chain. */
export const eInvoicesStep: DemoStep = {
  name: 'e-invoices',
  rows(context) {
    const { registration, name } = context.plan.facts
    if (!registration) return {}
    const factsOf = factsFor(context, { ...registration, name })
    let chain = { last_icv: 0, last_hash: FIRST_PREVIOUS_HASH }
    const submissions = attempts(context).flatMap(attempt => {
      const id = context.id('einvoice_submission', attempt.invoice.id, attempt.attempt)
      const facts = factsOf(attempt, id)
      if (!facts) return []
      const [icv, previousHash] = [chain.last_icv + 1, chain.last_hash]
      const sealed = sealInvoice({ ...facts, icv, previousHash })
      chain = { last_icv: icv, last_hash: sealed.hash }
      return {
        id,
        invoice_id: attempt.invoice.id,
        provider: 'sandbox',
        transaction_type: 'SIMPLIFIED',
        attempt_number: attempt.attempt,
        ...outcome(attempt),
        ...{ icv, document_uuid: sealed.uuid, previous_hash: previousHash, document_hash: sealed.hash },
        ...{ qr: sealed.qr, document_xml: sealed.xml },
        created_at: iso(attempt.at),
        updated_at: iso(attempt.at + (attempt.came === 'IN_PROGRESS' ? TRIED_MS : MINUTE_MS)),
      }
    })
    return { einvoice_chain: submissions.length > 0 ? [chain] : [], einvoice_submission: submissions }
  },
  seal: ({ einvoice_submission = [], ...rows }, box, companyId) => ({
    ...rows,
    einvoice_submission: einvoice_submission.map(({ document_xml: xml, ...row }) =>
      xml == null ? row : { ...row, ...sealDocument(box, companyId, { id: row.id, xml }) },
    ),
  }),
  settle: companyId => [noteStatus([companyId])],
}
