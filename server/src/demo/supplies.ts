import type { DemoStep } from './context.ts'

/** What procedures take from the stock, by what their names say: how much of which item, in its unit. */
const TAKEN: readonly (readonly [about: RegExp, item: string, quantity: number])[] = [
  [/filling|build-up|sealant|root canal|extraction|implant|crown|veneer|scaling/i, 'Nitrile gloves, size M', 0.02],
  [/filling|build-up|root canal|extraction|implant|crown|veneer/i, 'Local anaesthetic cartridges', 0.02],
  [/filling|build-up|root canal|extraction|implant|crown|veneer/i, 'Dental needles, short', 0.01],
  [/filling|build-up/i, 'Composite A2', 0.125],
  [/filling|build-up|sealant|veneer/i, 'Etching gel', 0.05],
  [/filling|build-up|veneer/i, 'Bonding agent', 0.02],
  [/filling|extraction|root canal/i, 'Cotton rolls', 0.1],
  [/scaling|filling|root canal/i, 'Saliva ejectors', 0.01],
  [/fluoride/i, 'Fluoride varnish', 1],
  [/denture/i, 'Alginate', 0.15],
]

/** What a procedure takes from the stock of each branch that has it. */
export const suppliesStep: DemoStep = {
  name: 'supplies',
  rows: ({ made }) => ({
    procedure_supply: made('procedure').flatMap(({ id: procedure_id, name }) =>
      TAKEN.filter(([about]) => about.test(name)).flatMap(([, item, quantity]) =>
        made('inventory_item')
          .filter(held => held.name === item)
          .map(held => ({ procedure_id, inventory_item_id: held.id, quantity })),
      ),
    ),
  }),
}
