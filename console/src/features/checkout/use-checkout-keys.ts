import { useEffect, useRef } from 'react'
import { letterOf } from '../../lib/key-letter.ts'
import { isBusy } from '../../lib/keys.ts'
import { preferences } from '../../lib/preferences.ts'
import type { TenderType } from './draft.ts'

interface Keys {
  pay: (type: TenderType) => void
  link: (() => void) | undefined
  split: () => void
  take: () => void
}

const BY_KEY: Readonly<Record<string, TenderType>> = { F2: 'CASH', F4: 'CARD' }

/** F2 is cash and F4 card, also while something is typed; L is a link, + splits, Enter takes the payment. */
export function useCheckoutKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const deed = deedOf(latest.current, event)
      if (!deed) return
      event.preventDefault()
      deed()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function deedOf({ pay, link, split, take }: Keys, event: KeyboardEvent): (() => void) | undefined {
  const type = BY_KEY[event.key]
  if (type !== undefined && document.querySelector('[role=dialog]') === null) return () => pay(type)
  if (isBusy(event.target)) return undefined
  // What has the focus and is pressed by Enter itself is pressed.
  const isPressed = event.target instanceof HTMLElement && event.target.matches('a, button, summary')
  if (event.key === 'Enter') return isPressed ? undefined : take
  if (!preferences().shortcuts) return undefined
  if (event.key === '+') return split
  return letterOf(event) === 'l' ? link : undefined
}
