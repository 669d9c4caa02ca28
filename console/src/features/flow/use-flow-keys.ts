import { type RefObject, useEffect, useRef } from 'react'
import { letterOf } from '../../lib/key-letter.ts'
import { isBusy } from '../../lib/keys.ts'
import { preferences } from '../../lib/preferences.ts'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { useToCheckout } from '../checkout/use-to-checkout.ts'
import type { Card } from '../day/card.ts'
import { nextStep, shownStatus } from '../day/status-rules.ts'
import type { Deeds } from '../day/use-deeds.ts'

interface Keys {
  board: RefObject<HTMLElement | null>
  cards: readonly Card[]
  /** The card that keys are meant for as long as the focus is on none. */
  first: Card | undefined
  deeds: Deeds
}

const focusedId = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-visit]')?.dataset.visit

/** J and K walk the cards; C takes one a step on, X cancels it, O says that the patient did not come, P checks it out; L shows who waits for a time. */
export function useFlowKeys({ board, cards, first, deeds }: Keys): void {
  const { openWaiting } = useBooking()
  const mayBook = useMayBook()
  const toCheckout = useToCheckout()
  const act = useRef<(letter: string) => boolean>(() => false)
  useEffect(() => {
    act.current = letter => {
      const id = focusedId()
      const card = id === undefined ? first : cards.find(one => one.id === id)
      if (letter === 'j' || letter === 'k') walk(board.current, letter === 'j' ? 1 : -1)
      else if (letter === 'l' && mayBook) openWaiting()
      else if (letter === 'c' && card) deeds.go(card, nextStep(card))
      else if (letter === 'p' && card) toCheckout.go({ ...card, status: shownStatus(card) })
      else if (letter === 'x' && card) deeds.go(card, 'CANCELED')
      else if (letter === 'o' && card) deeds.go(card, 'NOSHOW')
      else return false
      return true
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat
      if (isOther || isBusy(event.target) || !preferences().shortcuts) return
      if (act.current(letterOf(event))) event.preventDefault()
    }
    // After the keys that act everywhere.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** To the next card that is shown, or the one before. */
function walk(board: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(board?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].filter(one => one.checkVisibility())
  const id = focusedId()
  const at = stops.findIndex(one => one.closest<HTMLElement>('[data-visit]')?.dataset.visit === id)
  const next = at === -1 ? (step === 1 ? 0 : stops.length - 1) : Math.min(Math.max(at + step, 0), stops.length - 1)
  stops[next]?.focus()
}
