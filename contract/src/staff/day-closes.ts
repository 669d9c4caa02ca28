import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeText,
  Money,
  Nullable,
  Optional,
  resource,
  shape,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { MovementKind } from './treasuries.ts'

const close = permission('day:close')
const { operation, listing } = family('Day closes', { read: close, write: close, sight: 'branch' })

const Denominations = Type.Array(
  shape('countedDenomination', {
    value: amountOf(Type.Number({ exclusiveMinimum: 0 }), 'What the note or coin is worth'),
    count: described(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 'How many.'),
  }),
  { maxItems: 30 },
)

const ofDay = {
  treasuryId: Id,
  date: described(DateOnly, 'The day that is closed, with the days before it on which nothing moved.'),
}
const found = {
  opening: amountOf(Money, 'What was counted at the close before'),
  expected: amountOf(Money, 'What the ledger says is there'),
}

export const DayClosePreview = resource('day_close_preview', {
  ...ofDay,
  ...found,
  movements: described(
    Type.Array(
      shape('movedByKind', {
        kind: MovementKind,
        count: described(Type.Integer(), 'How many movements.'),
        amount: amountOf(Money, 'Their sum'),
      }),
    ),
    'What came in and went out since the close before.',
  ),
  hash: described(Type.String(), 'Of these figures: the close names it, and is refused where money moved meanwhile.'),
})

export const previewDayClose = operation({
  id: 'previewDayClose',
  route: 'GET /day-closes/preview',
  summary: 'What a close of a day would find',
  description: 'The day is neither to come nor closed already, and the days before it on which money moved are closed.',
  input: ofDay,
  returns: DayClosePreview,
  refuses: ['day_closed', 'invalid_state_transition'],
})

export const DayClose = resource('day_close', {
  id: Id,
  ...ofDay,
  ...found,
  counted: amountOf(Money, 'What was there'),
  difference: amountOf(Money, 'What was counted less what was expected'),
  denominations: described(Nullable(Denominations), 'The notes and coins that were counted; null where they were not.'),
  reason: described(MaybeText, 'Why there is a difference; null without one.'),
  closedByName: described(Type.String(), 'Who counted.'),
  createdAt: Timestamp,
})

export const listDayCloses = listing({
  id: 'listDayCloses',
  route: 'GET /day-closes',
  summary: 'The days that were closed',
  description: 'Of the treasuries in sight, latest first.',
  access: permission('books:read', 'day:close'),
  paging: 'Page',
  filters: { treasuryId: Id },
  returns: DayClose,
})

export const closeDay = operation({
  id: 'closeDay',
  route: 'POST /day-closes',
  summary: 'Closes a day of a treasury for good',
  description:
    'What was counted is its balance from then on; a difference is a movement of its own and asks for a reason. A closed day never opens again.',
  input: {
    ...ofDay,
    counted: amountOf(Money, 'What is there'),
    denominations: Optional(described(Denominations, 'The notes and coins of it, which make up what was counted.')),
    reason: Optional(described(UpTo(200), 'Why it is not what was expected.')),
    hash: described(Text(1, 100), 'Of the preview.'),
  },
  returns: DayClose,
  status: 201,
  refuses: ['price_changed', 'day_closed', 'invalid_state_transition'],
})
