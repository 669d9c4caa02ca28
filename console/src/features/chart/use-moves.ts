import { useWrite } from '../../lib/use-write.ts'
import { useTellShort } from '../stock/use-short.ts'
import type { ChartItem } from './chart.ts'

export const CHANGES = ['getPatientChart'] as const

/** The step that is done next, of a treatment that is done in steps. */
export const nextStep = ({ steps }: ChartItem) => steps.find(({ allowed }) => allowed.includes('COMPLETE'))

export interface Moves {
  error: unknown
  isPending: boolean
  start: (item: ChartItem) => void
  complete: (item: ChartItem) => void
  /** What was charted this instant is done already. */
  finish: (id: string) => Promise<unknown>
}

/** How an item of the chart is begun and done: step by step where it has steps. */
export function useMoves(): Moves {
  const tellShort = useTellShort()
  const starting = useWrite('startTreatment', { changes: CHANGES })
  const completing = useWrite('completeTreatment', { changes: CHANGES, done: tellShort })
  const stepping = useWrite('completeTreatmentStep', { changes: CHANGES, done: tellShort })
  return {
    error: starting.error ?? completing.error ?? stepping.error,
    isPending: starting.isPending || completing.isPending || stepping.isPending,
    start: ({ id }: ChartItem) => starting.mutate({ id }),
    complete: (item: ChartItem) => {
      const step = nextStep(item)
      if (step) stepping.mutate({ id: step.id })
      else completing.mutate({ id: item.id })
    },
    finish: (id: string) => completing.mutateAsync({ id }),
  }
}
