/** What a program that runs plg goes by; the numbers never change. */
export const EXIT = { done: 0, refused: 1, usage: 2, authentication: 3, network: 4, examFailed: 5 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What plg itself has to say no to: what is wrong, and what to do about it. */
export class Failure extends Error {
  readonly code: string
  readonly exitCode: ExitCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, exitCode: ExitCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.code = code
    this.exitCode = exitCode
    this.details = details
  }
}

export const wrongUsage = (message: string): Failure => new Failure('usage', EXIT.usage, message)
export const notLoggedIn = (message: string): Failure => new Failure('not_logged_in', EXIT.authentication, message)

const SECRET = /\b(pbk|plg_live|plg_test|whsec|dvc)_[\w-]{4,}/g

/** A text in which no secret stands, whatever was typed. */
export const redacted = (text: string): string => text.replace(SECRET, '$1_…')
