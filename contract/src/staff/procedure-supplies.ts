import { permission } from '../access.ts'
import { described, Id, MaybeText, Nested, Optional, RowVersion, resource, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('settings:manage')
const { operation } = family('Price list', { read: manage, write: manage, sight: 'clinic' })

const unit = described(MaybeText, 'What is counted: box, piece, ml.')
const quantity = described(
  Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
  'How much one of the procedure takes, in the unit of the item, at most 3 decimals.',
)

export const StockItem = resource(
  'inventory_item',
  {
    id: Id,
    name: described(Type.String(), 'What it is called.'),
    unit,
    branchId: Id,
    inStock: described(Type.Number(), 'How much of it there is, in its unit.'),
  },
  'stockItem',
)

export const listStockItems = operation({
  id: 'listStockItems',
  route: 'GET /stock-items',
  access: permission('settings:manage', 'treatments:complete'),
  sight: 'branch',
  summary: 'What of the stock of a branch can be used',
  description: 'By their names, 20 at most; q finds some letters of a name or a number.',
  input: { branchId: Id, q: Optional(described(Text(1, 100), 'Letters of the name or a number.')) },
  returns: StockItem,
  answer: 'all',
})

const Supplies = resource(
  'procedure',
  {
    id: described(Id, 'Of the procedure.'),
    version: RowVersion,
    supplies: described(
      Type.Array(
        Nested({
          inventoryItemId: Id,
          name: described(Type.String(), 'Of the item.'),
          unit,
          branchId: described(Id, 'In whose stock it is.'),
          quantity,
        }),
      ),
      'Of all branches, by their names.',
    ),
  },
  'procedureSupplies',
)

export const getProcedureSupplies = operation({
  id: 'getProcedureSupplies',
  route: 'GET /procedures/:id/supplies',
  summary: 'What a procedure takes from the stock',
  description: 'What is taken when it is completed, at each branch.',
  input: { id: Id },
  returns: Supplies,
})

export const putProcedureSupplies = operation({
  id: 'putProcedureSupplies',
  route: 'PUT /procedures/:id/supplies',
  summary: 'Says what a procedure takes from the stock of a branch',
  description: 'It takes the place of what was said of that branch; the others stay. What was done already stays.',
  versioned: { of: 'procedure' },
  input: {
    id: Id,
    branchId: Id,
    supplies: described(
      Type.Array(Nested({ inventoryItemId: Id, quantity }), { maxItems: 20 }),
      'Each item once, of the stock of the branch.',
    ),
  },
  returns: Supplies,
})
