import { useDirection } from '@mantine/core'
import { type TouchEvent, useRef } from 'react'

/** So far the finger goes across, and so much more across than along, in pixels. */
const FAR = 60
const TIMES = 2

/** By a finger that goes across, to what comes next or before: as a page is turned in the direction of reading. */
export function useSwipe(turn: (by: 1 | -1) => void) {
  const { dir } = useDirection()
  const begun = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      begun.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!begun.current || !finger) return
      const [across, along] = [finger.clientX - begun.current.x, finger.clientY - begun.current.y]
      begun.current = undefined
      if (Math.abs(across) < FAR || Math.abs(across) < TIMES * Math.abs(along)) return
      turn(across < 0 === (dir === 'ltr') ? 1 : -1)
    },
  }
}
