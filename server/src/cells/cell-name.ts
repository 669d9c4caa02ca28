import { CONTROL } from '../kernel/misdirected.ts'

/** What a cell may be called: its slots and subscriptions are called after it. */
export const isCellName = (name: string): boolean => /^[a-z][a-z0-9_]{0,30}$/.test(name) && name !== CONTROL
