import { hash } from 'node:crypto'
import { isCheckedToken, newCheckedToken } from './checked-token.ts'

export type Mode = 'LIVE' | 'TEST'

const PREFIXES: Readonly<Record<Mode, string>> = { LIVE: 'plg_live_', TEST: 'plg_test_' }

/** A checked token of an installation (contract section 7). Shown once, never stored. */
export const newPluginToken = (mode: Mode, secret?: Buffer): string => newCheckedToken(PREFIXES[mode], secret)

/** True for what `newPluginToken` can have made: mistyped and invented tokens never reach the database. */
export const isPluginToken = (token: string): boolean =>
  Object.values(PREFIXES).some(prefix => isCheckedToken(prefix, token))

/** What is stored in place of a token: its SHA-256, hexadecimal. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex')
