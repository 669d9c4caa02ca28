import { type RefObject, useEffect, useRef } from 'react'
import type { Card } from '../day/card.ts'

/** The part of a card that takes the focus. */
export const cardIn = (board: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  board?.querySelector<HTMLElement>(`[data-visit="${CSS.escape(id)}"] [data-card]`)

/** The focus goes with a card into another column, whichever hand has moved it. */
export function useCardFocus(board: RefObject<HTMLElement | null>, cards: readonly Card[]): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const keep = () => {
      const on = document.activeElement?.closest<HTMLElement>('[data-visit]')
      if (document.activeElement !== document.body) last.current = on?.dataset.visit
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the cards
  useEffect(() => {
    if (document.activeElement === document.body && last.current !== undefined)
      cardIn(board.current, last.current)?.focus()
  }, [cards])
}
