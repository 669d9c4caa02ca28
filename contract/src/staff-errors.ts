import type { ErrorCode } from './errors.ts'

/** What only the console's API refuses with, besides the codes of ERRORS (contract section 11a). */
export const STAFF_ERRORS = {
  origin_not_allowed: { status: 403, message: 'Changes are taken from the console alone.' },
  second_factor_required: { status: 403, message: 'This needs a login with a second factor.' },
} as const satisfies Record<string, { status: number; message: string }>

export type StaffErrorCode = keyof typeof STAFF_ERRORS

/** Sentences of ERRORS that speak of plugins, as the console says them. */
export const STAFF_SENTENCES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Nobody is logged in, or what was given for the login is not right.',
}
