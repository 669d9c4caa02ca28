import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every render, which does what was given last: whatever it is handed to need not be drawn anew. */
export function useSteady<Given extends unknown[]>(act: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
