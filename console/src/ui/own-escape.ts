import { type RefObject, useEffect, useRef } from 'react'

/**
 * Escape closes what it is pressed in, and nothing below: a question over a form leaves what is typed there. Answers what
 * is to be put on something within the dialog, which itself is told not to listen.
 */
export function useOwnEscape<Part extends HTMLElement>(isOpen: boolean, close: () => void): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
      // A list of suggestions closes first.
      if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
      const on = target.closest('[role=dialog]') ?? [...document.querySelectorAll('[role=dialog]')].at(-1)
      if (on?.contains(part.current)) latest.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])
  return part
}
