import { useEffect, useRef } from 'react'
import { letterOf } from './key-letter.ts'
import { isBusy } from './keys.ts'
import { preferences } from './preferences.ts'

/** Single letters that act in the room that is shown, after those that act everywhere; a letter without a deed does nothing. */
export function useRoomKeys(deeds: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(deeds)
  useEffect(() => {
    latest.current = deeds
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat
      if (isOther || isBusy(event.target) || !preferences().shortcuts) return
      const letter = letterOf(event)
      const deed = Object.hasOwn(latest.current, letter) ? latest.current[letter] : undefined
      if (!deed) return
      event.preventDefault()
      deed()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
