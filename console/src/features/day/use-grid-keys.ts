import type { RefObject } from 'react'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useToCheckout } from '../checkout/use-to-checkout.ts'
import type { Grid, Placed } from './field.ts'
import { nextStep, shownStatus } from './status-rules.ts'
import type { Deeds } from './use-deeds.ts'

interface Keys {
  body: RefObject<HTMLElement | null>
  grid: Grid
  deeds: Deeds
  take: (placed: Placed) => void
  block: () => void
}

/** What single letters do to the visit that the focus is on: M takes it, C leads it a step on, X cancels it, O says that the patient did not come, P checks it out; B blocks the time that the arrows have led to. */
export function useGridKeys({ body, grid, deeds, take, block }: Keys): void {
  const focused = () => {
    const visit = body.current?.querySelector<HTMLElement>('[data-visit]:focus')?.dataset.visit
    return grid.cards.find(({ id }) => id === visit)
  }
  const on = (act: (placed: Placed) => void) => () => {
    const placed = focused()
    if (placed) act(placed)
  }
  const toCheckout = useToCheckout()
  useRoomKeys({
    b: block,
    m: on(take),
    c: on(({ card }) => deeds.go(card, nextStep(card))),
    x: on(({ card }) => deeds.go(card, 'CANCELED')),
    p: on(({ card }) => toCheckout.go({ ...card, status: shownStatus(card) })),
    o: on(({ card }) => deeds.go(card, 'NOSHOW')),
  })
}
