import { permission } from '../access.ts'
import { described, Id, MaybeText, Nested, Optional, resource, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ChartItem } from './chart-item.ts'

const { operation } = family('Chart', {
  read: permission('treatments:complete'),
  write: permission('chart:write'),
  sight: 'patient',
})

const unit = described(MaybeText, 'What is counted: box, piece, ml.')
const used = described(Type.Number({ exclusiveMinimum: 0 }), 'How much, in the unit of the item, at most 3 decimals.')

const TreatmentSupply = shape('treatmentSupply', {
  inventoryItemId: Id,
  name: described(Type.String(), 'Of the item.'),
  unit,
  quantity: described(Type.Number(), 'How much the procedure takes, as often as it is done.'),
  inStock: described(Type.Number(), 'How much of it there is.'),
})

export const StockShortage = shape('stockShortage', {
  inventoryItemId: Id,
  name: described(Type.String(), 'Of the item.'),
  unit,
  quantity: described(Type.Number(), 'How much was used.'),
  missing: described(Type.Number(), 'How much of that was not in stock.'),
})

const { object: _object, ...ofItem } = ChartItem.properties

const CompletedItem = resource(
  'treatment',
  { ...ofItem, shortages: described(Type.Array(StockShortage), 'What was used and was not in stock.') },
  'completedItem',
)

export const getTreatmentSupplies = operation({
  id: 'getTreatmentSupplies',
  route: 'GET /treatments/:id/supplies',
  summary: 'What completing a treatment takes from the stock',
  description: 'What its procedure says of the branch, as often as it is done. Shown before it is completed.',
  input: { id: Id },
  returns: shape('treatmentSupplies', {
    supplies: described(Type.Array(TreatmentSupply), 'By their names.'),
  }),
})

export const startTreatment = operation({
  id: 'startTreatment',
  route: 'POST /treatments/:id/start',
  summary: 'Begins a treatment',
  description: 'What is planned is IN_PROGRESS from then on.',
  input: { id: Id },
  changes: ['status', 'start'],
  returns: ChartItem,
  emits: ['treatment.status_changed'],
  refuses: ['invalid_state_transition'],
})

export const completeTreatment = operation({
  id: 'completeTreatment',
  route: 'POST /treatments/:id/complete',
  access: permission('treatments:complete'),
  summary: 'Completes a treatment',
  description:
    'What is only planned begins with it, and plugins are told of both moves. It has no open steps, or completeSteps completes them with it. What its procedure takes is taken from the stock of the branch, or what consumption says instead; what is not there stops nothing and is answered as shortages.',
  input: {
    id: Id,
    completeSteps: Optional(described(Type.Boolean(), 'Whether its open steps are completed with it.')),
    consumption: Optional(
      described(
        Type.Array(Nested({ inventoryItemId: Id, quantity: used }), { maxItems: 20 }),
        'All that was used, each item once, instead of what the procedure says.',
      ),
    ),
  },
  changes: ['status', 'start', 'end', 'completedPercent', 'steps'],
  returns: CompletedItem,
  emits: ['treatment.status_changed', 'treatmentstep.completed', 'inventory.low_stock'],
  refuses: ['invalid_state_transition'],
})

const reason = described(Text(1, 200), 'Why; it is kept beside the change.')

export const rejectTreatment = operation({
  id: 'rejectTreatment',
  route: 'POST /treatments/:id/reject',
  summary: 'Takes a treatment off the plan',
  description: 'What is planned and not billed is REJECTED, and what is open of its steps too. It stays to be seen.',
  input: { id: Id, reason },
  changes: ['status', 'steps'],
  returns: ChartItem,
  emits: ['treatment.status_changed'],
  refuses: ['invalid_state_transition'],
})

export const voidTreatment = operation({
  id: 'voidTreatment',
  route: 'POST /treatments/:id/void',
  access: permission('treatments:correct'),
  summary: 'Takes back what was entered in error',
  description:
    'From any status it is REJECTED with all its steps, and what it took goes back into the stock. What is billed is taken off its invoice first.',
  input: { id: Id, reason },
  changes: ['status', 'steps', 'voidedAt', 'completedPercent'],
  returns: ChartItem,
  emits: ['treatment.status_changed'],
  refuses: ['invalid_state_transition'],
})

export const putTreatmentSteps = operation({
  id: 'putTreatmentSteps',
  route: 'PUT /treatments/:id/steps',
  summary: 'Says in which steps a treatment is done',
  description:
    'Those that are named by their id stay what they are, others are added. What was only planned and is left out is REJECTED; what was begun cannot be left out. The treatment stays where it is. What is no longer only planned takes treatments:correct and a reason.',
  versioned: { of: 'treatment' },
  input: {
    id: Id,
    steps: described(
      Type.Array(Nested({ id: Optional(Id), name: described(Text(1, 200), 'What is done.') }), { maxItems: 60 }),
      'In order.',
    ),
    reason: Optional(described(Text(1, 200), 'Why what was begun is corrected.')),
  },
  returns: ChartItem,
  refuses: ['invalid_state_transition', 'not_permitted'],
})

export const startTreatmentStep = operation({
  id: 'startTreatmentStep',
  route: 'POST /treatment-steps/:id/start',
  summary: 'Begins a step of a treatment',
  description: 'The treatment is IN_PROGRESS from the first step that is.',
  input: { id: Id },
  changes: ['status', 'start'],
  returns: ChartItem,
  emits: ['treatment.status_changed'],
  refuses: ['invalid_state_transition'],
})

export const completeTreatmentStep = operation({
  id: 'completeTreatmentStep',
  route: 'POST /treatment-steps/:id/complete',
  summary: 'Completes a step of a treatment',
  description:
    'What is only planned begins with it. With the last step the treatment is completed, and takes from the stock what its procedure says.',
  input: { id: Id },
  changes: ['status', 'start', 'end', 'completedPercent'],
  returns: CompletedItem,
  emits: ['treatmentstep.completed', 'treatment.status_changed', 'inventory.low_stock'],
  refuses: ['invalid_state_transition'],
})

export const rejectTreatmentStep = operation({
  id: 'rejectTreatmentStep',
  route: 'POST /treatment-steps/:id/reject',
  summary: 'Leaves out a step of a treatment',
  description:
    'What is planned is REJECTED. Where no step is left the treatment is, too, and completed where none of the others is open.',
  input: { id: Id },
  changes: ['status', 'completedPercent'],
  returns: CompletedItem,
  emits: ['treatment.status_changed', 'inventory.low_stock'],
  refuses: ['invalid_state_transition'],
})
