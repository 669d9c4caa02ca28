import { useSyncExternalStore } from 'react'
import { DIGITS, type Digits } from './clinic-time.ts'

/** How high rows are: `auto` where the pointer is fine and there is room for it low, else high. */
export const DENSITIES = ['auto', 'compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** What a person likes; kept in this browser. */
export interface Preferences {
  density: Density
  digits: Digits
  /** Whether single letters do something: a person who dictates, or whose hand slips, switches them off (WCAG 2.1.4). */
  shortcuts: boolean
}

const KEY = 'preferences'
const USUAL: Preferences = { density: 'auto', digits: 'latn', shortcuts: true }

function stored(): Preferences {
  const read: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
  return {
    density: DENSITIES.find(one => one === read.density) ?? USUAL.density,
    digits: DIGITS.find(one => one === read.digits) ?? USUAL.digits,
    shortcuts: read.shortcuts !== false,
  }
}

let current: Preferences | undefined
const listeners = new Set<() => void>()

/** What is liked now. */
export function preferences(): Preferences {
  current ??= stored()
  return current
}

/** The page follows immediately. */
export function prefer(changes: Partial<Preferences>): void {
  current = { ...preferences(), ...changes }
  localStorage.setItem(KEY, JSON.stringify(current))
  showDensity()
  for (const listener of listeners) listener()
}

/** Says to the style sheets how high rows are. */
export function showDensity(): void {
  document.documentElement.dataset.density = preferences().density
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences)
