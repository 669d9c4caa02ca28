import { permission } from '../access.ts'
import { Claim, ClaimStatus } from '../claims.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeText,
  Nullable,
  OneOf,
  OnlyTrue,
  Optional,
  RowVersion,
  resource,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Billable, CLAIM_DEEDS, ClaimItem, ClaimNote, ClaimTable, MOST_INVOICES, OpenItems } from './claim-parts.ts'

const { operation, listing } = family('Claims', {
  read: permission('claims:read'),
  write: permission('claims:write'),
  sight: 'branch',
})

const { object: _object, invoiceIds: _ids, ...asToldToPlugins } = Claim.properties

const entry = {
  ...asToldToPlugins,
  insurer: described(Type.String(), 'The name of the insurer.'),
  reference: described(MaybeText, 'Under which the insurer keeps it; null where that was not said.'),
  followUpOn: described(Nullable(DateOnly), 'When the insurer is to be asked again; null where nothing is planned.'),
  mismatch: described(
    Type.Boolean(),
    'Whether the insurer answered otherwise than was asked, and it is not settled: something was rejected or is disputed.',
  ),
  version: RowVersion,
}

export const ClaimEntry = resource('claim', entry, 'claimEntry')

export const listClinicClaims = listing({
  id: 'listClinicClaims',
  route: 'GET /claims',
  summary: 'What insurers were, or are to be, asked for',
  description: 'Claims of the branches in sight, newest first. from and to are about when a claim was opened: its age.',
  paging: 'Dated',
  filters: {
    status: ClaimStatus,
    insuranceCompanyId: Id,
    branchId: Id,
    open: described(OnlyTrue, 'Only those that the insurer has not settled.'),
    followUp: described(OnlyTrue, 'Only those that are to be followed up, today or later.'),
  },
  returns: ClaimEntry,
})

export const ClaimSheet = resource(
  'claim',
  {
    ...entry,
    items: described(Type.Array(ClaimItem), 'What is claimed, invoice by invoice, the oldest first.'),
    notes: described(Type.Array(ClaimNote), 'What came of asking the insurer, the latest first.'),
    allowed: described(Type.Array(OneOf(CLAIM_DEEDS)), 'What the member who asks may do with it as it is.'),
  },
  'claimSheet',
)

export const getClinicClaim = operation({
  id: 'getClinicClaim',
  route: 'GET /claims/:id',
  summary: 'A claim with what is claimed of each invoice',
  description: 'The claim is the sum of its items. What came of asking the insurer stands beside them.',
  input: { id: Id },
  returns: ClaimSheet,
})

const span = {
  insuranceCompanyId: Id,
  branchId: Id,
  startDate: described(DateOnly, 'The first day whose invoices are claimed, on the calendar of the clinic.'),
  endDate: described(DateOnly, 'The last day, inclusive; at most a year after the first.'),
}

export const getBillable = operation({
  id: 'getBillable',
  route: 'GET /claims/billable',
  summary: 'What can be claimed of an insurer, and what cannot',
  description: 'Of the invoices of a branch in a span of days, at most 1000, the oldest first.',
  input: {
    insuranceCompanyId: Id,
    branchId: Id,
    from: described(DateOnly, 'The first day, on the calendar of the clinic.'),
    to: described(DateOnly, 'The last day, inclusive; at most a year after the first.'),
  },
  returns: Billable,
})

export const getOpenItems = operation({
  id: 'getOpenItems',
  route: 'GET /claims/open-items',
  summary: 'What an insurer was asked for and has not answered yet',
  description: 'Invoice by invoice, of the claims that it has, in the branches in sight.',
  input: { insuranceCompanyId: Id },
  returns: OpenItems,
})

export const exportClaim = operation({
  id: 'exportClaim',
  route: 'GET /claims/:id/table',
  summary: 'A claim as a table for other programs',
  description: 'A line for each invoice, with its patient and amounts in the currency of the clinic.',
  input: { id: Id },
  returns: ClaimTable,
})

const InvoiceIds = Type.Array(Id, { minItems: 1, maxItems: MOST_INVOICES, uniqueItems: true })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const terms = {
  partialPaymentPercent: Optional(
    described(Percent, 'What the insurer pays at first, in percent of the total; 0 unless told.'),
  ),
  promptPaymentPercent: Optional(
    described(Percent, 'What it may keep of that for paying promptly, in percent; 0 unless told.'),
  ),
}

export const createClaim = operation({
  id: 'createClaim',
  route: 'POST /claims',
  summary: 'Opens a claim',
  description:
    'Over the invoices that are named, or else over all of the span that can be claimed, at most 500. One that cannot is refused with the reason, and with it the claim.',
  input: {
    ...span,
    invoiceIds: Optional(described(InvoiceIds, 'Which invoices; all that can be claimed unless told.')),
    name: Optional(described(UpTo(100), 'What the clinic calls it.')),
    ...terms,
  },
  returns: ClaimSheet,
  status: 201,
  emits: ['claim.created', 'invoice.updated'],
})

export const updateClaim = operation({
  id: 'updateClaim',
  route: 'PATCH /claims/:id',
  summary: 'Puts invoices on a claim, takes them off it, or changes what was agreed',
  description:
    'Invoices as long as it is planned, terms until the insurer paid, its name at any time. Absent fields stay as they are.',
  versioned: { of: 'claim' },
  input: {
    id: Id,
    add: Optional(described(InvoiceIds, 'Invoices that are claimed, too.')),
    remove: Optional(described(InvoiceIds, 'Invoices that are on it and no longer claimed by it.')),
    name: Optional(described(Nullable(UpTo(100)), 'What the clinic calls it; null clears it.')),
    ...terms,
  },
  returns: ClaimSheet,
  emits: ['invoice.updated'],
  refuses: ['invalid_state_transition'],
})

export const submitClaim = operation({
  id: 'submitClaim',
  route: 'POST /claims/:id/submit',
  summary: 'Says that the insurer has the claim',
  description: 'From then on its invoices, and the share of the insurer in them, stay as they are.',
  input: {
    id: Id,
    reference: Optional(described(UpTo(100), 'Under which the insurer keeps it.')),
  },
  changes: ['status', 'reviewedAt', 'reference'],
  returns: ClaimSheet,
  status: 201,
  emits: ['claim.status_changed'],
  refuses: ['invalid_state_transition'],
})

export const followUpClaim = operation({
  id: 'followUpClaim',
  route: 'POST /claims/:id/follow-up',
  summary: 'Says what came of asking the insurer, and when it is asked again',
  description: 'Of a claim that the insurer has and has not settled. No plugin hears of it.',
  input: {
    id: Id,
    date: described(DateOnly, 'When it is asked again: today or later, on the calendar of the clinic.'),
    note: described(Text(1, 1000), 'What came of it.'),
  },
  changes: ['followUpOn', 'notes'],
  returns: ClaimSheet,
  status: 201,
  refuses: ['invalid_state_transition'],
})
