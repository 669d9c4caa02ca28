/** How long after the last touch of a person what a page asks for is asked by the page itself. */
const AWAY_MS = 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let touchedAt = performance.now()
const touch = (): void => {
  touchedAt = performance.now()
}

/** From now on it is known whether there is a person at the screen. */
export function watchPresence(): void {
  for (const name of TOUCHES) addEventListener(name, touch, { passive: true, capture: true })
}

/** Whether the page was not touched for a while: what it reads by itself keeps no login from ending. */
export const isAway = (): boolean => performance.now() - touchedAt > AWAY_MS
