import { useSyncExternalStore } from 'react'
import { ask, type Returned } from './api.ts'
import { DIGITS, type Digits } from './clinic-time.ts'

/** How high rows are: `auto` where the pointer is fine and there is room for it low, else high. */
export const DENSITIES = ['auto', 'compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** What a person likes; kept in this browser, and for their next login on any other. */
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

function show(changes: Partial<Preferences>): void {
  current = { ...preferences(), ...changes }
  localStorage.setItem(KEY, JSON.stringify(current))
  showDensity()
  for (const listener of listeners) listener()
}

/** The page follows immediately. Where it cannot be kept for the person, this browser still keeps it. */
export function prefer(changes: Partial<Preferences>): void {
  show(changes)
  const { density, ...others } = changes
  const kept = { ...others, ...(density !== undefined && { density: density === 'auto' ? null : density }) }
  ask('updateMe', kept).catch(() => undefined)
}

/** What the person chose anywhere holds in this browser, too, from their login on. */
export const adoptPreferences = ({ density, digits, shortcuts }: Returned<'getSession'>['user']): void =>
  show({ density: density ?? 'auto', digits, shortcuts })

/** Says to the style sheets how high rows are. */
export function showDensity(): void {
  document.documentElement.dataset.density = preferences().density
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences)
