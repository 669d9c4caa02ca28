import { permission } from '../access.ts'
import { TREASURY_TYPES } from '../bookkeeping.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeText,
  Money,
  Nullable,
  OneOf,
  Optional,
  PositiveMoney,
  RowVersion,
  resource,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'

const { operation, listing } = family('Treasuries', {
  read: permission('books:read'),
  write: permission('settings:manage'),
  sight: 'branch',
})

/** What moves money: the record behind each movement of the ledger. */
export const MOVEMENT_KINDS = ['PAYMENT', 'REFUND', 'INCOME', 'EXPENSE', 'TRANSFER', 'OPENING', 'DIFFERENCE'] as const
export const MovementKind = described(OneOf(MOVEMENT_KINDS), 'What moved it.')
export const TreasuryType = described(OneOf(TREASURY_TYPES), 'Where the money lies.')
/** A day of the books. */
export const BusinessDate = described(
  DateOnly,
  'The day to which it counts, on the calendar of the clinic; the present one, or the next that is open, unless told.',
)

const Name = described(Text(1, 100), 'What the clinic calls it.')
const IsDefault = described(Type.Boolean(), 'Whether money of its type goes there unless another is named.')

export const KeptTreasury = resource(
  'treasury',
  {
    id: Id,
    version: RowVersion,
    name: Name,
    type: TreasuryType,
    branchId: described(MaybeId, 'Whose it is; null of one of the whole clinic.'),
    isDefault: IsDefault,
    active: described(Type.Boolean(), 'Whether it is in use.'),
    balance: Permitted('books:read', amountOf(Money, 'What is in it now')),
    closedThrough: described(Nullable(DateOnly), 'The last day that was counted and closed; null before the first.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  'keptTreasury',
)

export const listKeptTreasuries = operation({
  id: 'listKeptTreasuries',
  route: 'GET /treasuries',
  summary: 'Where the clinic keeps its money',
  description: 'Those of the branches in sight and those of the whole clinic, in use or not, by branch, type and name.',
  access: permission('books:read', 'payments:take'),
  input: { branchId: Optional(described(Id, 'Only those of a branch, and those of the whole clinic.')) },
  returns: KeptTreasury,
  answer: 'all',
})

export const addTreasury = operation({
  id: 'addTreasury',
  route: 'POST /treasuries',
  summary: 'Adds a place where money is kept',
  description: 'A default one takes over from the present one of its branch and type.',
  input: {
    name: Name,
    type: TreasuryType,
    branchId: Optional(described(Id, 'Whose it is; of the whole clinic unless told.')),
    isDefault: Optional(IsDefault),
    opening: Optional(amountOf(PositiveMoney, 'What is in it already')),
  },
  returns: KeptTreasury,
  status: 201,
  stepUp: true,
})

export const updateTreasury = operation({
  id: 'updateTreasury',
  route: 'PATCH /treasuries/:id',
  summary: 'Renames a treasury, makes it the default one, or takes it out of use',
  description: 'Absent fields stay as they are. One with money in it stays in use.',
  versioned: { of: 'treasury' },
  input: {
    id: Id,
    name: Optional(Name),
    isDefault: Optional(IsDefault),
    active: Optional(described(Type.Boolean(), 'Whether it is in use.')),
  },
  returns: KeptTreasury,
  stepUp: true,
  refuses: ['invalid_state_transition'],
})

export const TreasuryMovement = resource('treasury_movement', {
  id: Id,
  treasuryId: Id,
  date: described(DateOnly, 'The day to which it counts.'),
  amount: amountOf(Money, 'What came in, or below zero what went out'),
  kind: MovementKind,
  sourceId: described(
    Id,
    'The payment, income, payment of an expense, transfer, treasury (OPENING) or count (DIFFERENCE) behind it.',
  ),
  createdAt: Timestamp,
})

export const listTreasuryMovements = listing({
  id: 'listTreasuryMovements',
  route: 'GET /treasuries/:id/movements',
  summary: 'What moved the money of a treasury',
  description: 'Newest first; never changed, only added to.',
  paging: 'Page',
  path: { id: Id },
  filters: { date: described(DateOnly, 'Only of this day of the books.') },
  returns: TreasuryMovement,
})

export const TreasuryTransfer = resource('treasury_transfer', {
  id: Id,
  fromId: Id,
  toId: Id,
  amount: amountOf(Money, 'What was moved'),
  feeId: described(MaybeId, 'The expense that it cost; null where it was free.'),
  date: described(DateOnly, 'The day to which it counts.'),
  note: described(MaybeText, 'Why; null where that was not said.'),
  createdAt: Timestamp,
})

export const transferMoney = operation({
  id: 'transferMoney',
  route: 'POST /treasury-transfers',
  summary: 'Moves money from one treasury to another',
  description: 'Cash at most as much as there is, with the fee. The fee is an expense out of the same treasury.',
  access: permission('books:write'),
  input: {
    fromId: described(Id, 'Out of which treasury.'),
    toId: described(Id, 'Into which treasury.'),
    amount: amountOf(PositiveMoney, 'What is moved'),
    fee: Optional(amountOf(PositiveMoney, 'What it costs')),
    branchId: Optional(
      described(Id, 'Whose expense the fee is, where the money comes out of a treasury of the whole clinic.'),
    ),
    date: Optional(BusinessDate),
    note: Optional(described(UpTo(200), 'Why.')),
  },
  returns: TreasuryTransfer,
  status: 201,
  emits: ['expense.created'],
  refuses: ['treasury_short', 'day_closed'],
})
