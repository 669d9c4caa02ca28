import { useEffect, useState } from 'react'
import { instantAfter } from './clinic-time.ts'

/** The clock of the clinic as an answer told it, carried on since then: anew every so many milliseconds. */
export function useNow(told: string, toldAt: number, everyMs: number): string {
  const [now, setNow] = useState(() => instantAfter(told, toldAt))
  useEffect(() => {
    const tick = () => setNow(instantAfter(told, toldAt))
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [told, toldAt, everyMs])
  return now
}
