import { evaluate } from './formula.ts'
import { ASSUMED, type Input, MEASURED } from './inputs.ts'
import { NEEDS, type Need } from './needs.ts'

type Inputs = Readonly<Record<string, Input>>

/** A need with what it comes to. */
export interface Figure extends Need {
  readonly value: number
}

/** Every figure by its name, each from those before it. A name is given once. */
export function figuresOf(inputs: Inputs, needs: readonly Need[]): Map<string, Figure> {
  const values = new Map(Object.entries(inputs).map(([name, { value }]) => [name, value]))
  const figures = new Map<string, Figure>()
  for (const one of needs) {
    if (values.has(one.name)) throw new Error(`Two numbers are called “${one.name}”.`)
    const value = evaluate(one.formula, values)
    values.set(one.name, value)
    figures.set(one.name, { ...one, value })
  }
  return figures
}

/** In three digits, which is more than they are worth. */
export function inDigits(value: number): string {
  if (Number.isInteger(value) || value >= 100) return value.toFixed(0).replaceAll(/\B(?=(\d{3})+$)/g, '\u{202f}')
  return value >= 1 ? value.toFixed(value >= 10 ? 1 : 2) : value.toPrecision(3)
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '-'), ...rows].map(cells => `|${cells.join('|')}|`).join('\n')

const amount = ({ value, unit }: { value: number; unit: string }): string => `${inDigits(value)} ${unit}`.trim()

/** What the page about many clinics says in numbers. */
export function capacityFacts(assumed: Inputs = ASSUMED, measured: Inputs = MEASURED): Record<string, string> {
  const figures = figuresOf({ ...assumed, ...measured }, Object.values(NEEDS).flat())
  const rows = (needs: readonly Need[]) =>
    needs.map(({ name, formula }) => {
      const figure = figures.get(name)
      return [name, formula, figure ? `**${amount(figure)}**` : '']
    })
  const tables = Object.entries(NEEDS).map(([name, needs]) => [
    `capacityOf_${name}`,
    table(['What', 'From', 'Comes to'], rows(needs)),
  ])
  return {
    ...Object.fromEntries(tables),
    capacityAssumed: table(
      ['What', 'How much', 'Why'],
      Object.entries(assumed).map(([name, one]) => [name, amount(one), one.from]),
    ),
    capacityMeasured: table(
      ['What', 'How much', '`npm run bench --`'],
      Object.entries(measured).map(([name, one]) => [name, amount(one), `\`${one.from}\``]),
    ),
    ...Object.fromEntries([...figures].map(([name, figure]) => [`capacity_${wordOf(name)}`, amount(figure)])),
    ...Object.fromEntries(
      Object.entries({ ...assumed, ...measured }).map(([name, one]) => [`capacity_${wordOf(name)}`, amount(one)]),
    ),
  }
}

/** A name as facts are named. */
const wordOf = (name: string): string => name.replaceAll(/\W+/g, '_')
