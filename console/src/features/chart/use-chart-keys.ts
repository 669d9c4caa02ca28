import { useRef } from 'react'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { type Dentition, rowsOf, toothBeside } from './arches.ts'
import type { Chart, ChartItem } from './chart.ts'
import type { Moves } from './use-moves.ts'

interface Shown {
  chart: Chart
  dentition: Dentition
  tooth: number | undefined
  choose: (tooth: number) => void
  write: (text: string) => void
  moves: Moves
}

/** The keys that act on the chart outside the bar, on the item that has the focus, or what fits on the tooth that is chosen. */
export function useChartKeys({ chart, dentition, tooth, choose, write, moves }: Shown) {
  const field = useRef<HTMLInputElement>(null)
  const begin = (text: string) => {
    write(text)
    field.current?.focus()
  }
  const step = (way: readonly [number, number]) => () => {
    const rows = rowsOf(dentition)
    const next = tooth === undefined ? rows[0]?.[0] : toothBeside(rows, tooth, way)
    if (next === undefined) return
    choose(next)
    document.querySelector<HTMLElement>(`[data-tooth="${next}"]`)?.focus()
  }
  const on = (fits: (item: ChartItem) => boolean, act: (item: ChartItem) => void) => () => {
    const item = itemFor(chart, tooth, fits)
    if (item) act(item)
  }
  useRoomKeys({
    a: () => begin(''),
    p: () => begin(tooth === undefined ? '' : `${tooth} `),
    s: on(({ allowed }) => allowed.includes('START'), moves.start),
    d: on(({ allowed }) => allowed.includes('COMPLETE'), moves.complete),
    Delete: on(isRemovable, askToTakeOff),
    ArrowLeft: step([-1, 0]),
    ArrowRight: step([1, 0]),
    ArrowUp: step([0, -1]),
    ArrowDown: step([0, 1]),
  })
  return { field, begin }
}

export const isRemovable = ({ allowed }: ChartItem): boolean => allowed.includes('REJECT') || allowed.includes('VOID')

/** Opens the question. */
export const askToTakeOff = ({ id }: ChartItem): void =>
  document.querySelector<HTMLElement>(`[data-take-off="${id}"]`)?.click()

function itemFor({ items, findings }: Chart, tooth: number | undefined, fits: (item: ChartItem) => boolean) {
  const focused = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item
  const all = [...items, ...findings]
  if (focused !== undefined) return all.find(item => item.id === focused && fits(item))
  return tooth === undefined ? undefined : all.find(item => item.tooth.includes(tooth) && fits(item))
}
