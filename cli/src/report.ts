import { ClinicError } from '@clinic/sdk/errors.ts'
import { CommanderError } from 'commander'
import { EXIT, type ExitCode, Failure, redacted } from './failure.ts'
import { printable, tell } from './output.ts'
import { type Row, rowOf, rowsOf, textOf, textsOf } from './records.ts'

interface Told {
  code: string
  message: string
  requestId?: string | undefined
  details?: Row | undefined
  exitCode: ExitCode
}

const UNAUTHENTICATED = 401

function exitOf({ status, code }: ClinicError): ExitCode {
  if (status === undefined || code === 'unexpected_answer') return EXIT.network
  return status === UNAUTHENTICATED ? EXIT.authentication : EXIT.refused
}

/** What to do about a refusal that the service cannot know the commands of. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthenticated:
    'The key is not known, was ended, or is over: plg whoami says which it was; plg login gets a new one.',
  token_expired: 'Its days are over: plg install --replace, or plg login --token with a new one.',
  token_revoked: 'It was revoked: plg install --replace, or plg login --token with a new one.',
  not_permitted: 'The key has not the right: plg login, and let an owner approve it with that right.',
}

function toldOf(error: unknown): Told {
  if (error instanceof ClinicError) {
    const { code, message, requestId, details } = error
    const advice = ADVICE[code]
    return { code, message: advice ? `${message} ${advice}` : message, requestId, details, exitCode: exitOf(error) }
  }
  if (error instanceof Failure) return error
  if (error instanceof CommanderError)
    return { code: 'usage', message: error.message.replace(/^error: /, ''), exitCode: EXIT.usage }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'failed', message, exitCode: EXIT.refused }
}

function linesOf({ code, message, requestId, details }: Told): string[] {
  const issues = rowsOf(rowOf(details).issues).map(
    issue => `  ${textOf(issue, 'path') ?? '/'}  ${textOf(issue, 'message')}`,
  )
  const scopes = textsOf(rowOf(details).requiredScopes)
  return [
    `${code}: ${message}`,
    ...issues,
    ...(scopes.length > 0 ? [`  It takes ${scopes.join(', ')}: add them to the manifest and install it anew.`] : []),
    ...(requestId ? [`  request ${requestId}`] : []),
  ]
}

/** On a terminal sentences, else the envelope that the service refuses with; never a secret. Answers the exit code. */
export function report(error: unknown, asWords: boolean): ExitCode {
  const told = toldOf(error)
  const { exitCode, code, message, requestId, details } = told
  const envelope = JSON.stringify({ error: { code, message, requestId, details } })
  tell(redacted(asWords ? linesOf(told).map(printable).join('\n') : envelope))
  return exitCode
}
