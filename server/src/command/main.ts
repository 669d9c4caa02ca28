import type { Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { Command, CommanderError, Help } from 'commander'
import { Refusal } from '../kernel/errors.ts'
import { UsageError } from './arguments.ts'
import { addCellCommands } from './cell-commands.ts'
import { addClinicCommands } from './clinic-commands.ts'
import { addInitCommand } from './init-command.ts'
import { addInstallationCommands } from './installation-commands.ts'
import { addKeysCommand } from './keys-command.ts'
import { addMoveCommand } from './move-command.ts'
import { addOutboxCommand } from './outbox-command.ts'
import { addPluginCommands } from './plugin-commands.ts'
import { addProviderCommands } from './provider-commands.ts'
import { addReviewerCommands } from './reviewer-commands.ts'
import { addTokenCommands } from './token-commands.ts'

const help = new Help()

/** `npm run clinic`: what an operator does to the platform from its own machine. Exits 1 when refused, 2 on wrong usage. */
const program = new Command('clinic')
  .description('Administers the platform. Uses DATABASE_URL, else the embedded database in DATA_DIR.')
  .option('--json', 'print JSON instead of a table')
  .configureHelp({
    optionDescription: option =>
      [help.optionDescription(option), option.mandatory ? '(required)' : ''].filter(Boolean).join(' '),
  })
  .exitOverride()

addInitCommand(program)
addClinicCommands(program)
addPluginCommands(program)
addInstallationCommands(program)
addTokenCommands(program)
addReviewerCommands(program)
addProviderCommands(program)
addOutboxCommand(program)
addKeysCommand(program)
addCellCommands(program)
addMoveCommand(program)

const WRONG_USAGE = 2

function issuesOf(details: unknown): Issue[] {
  return isRecord(details) && Array.isArray(details.issues) ? details.issues : []
}

/** Node's error for a host that refuses on each of its addresses has a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? `the database cannot be reached (${error.code})` : error.name)
}

/** A refusal in one line, and one more for each place when it names places. */
function linesOf(error: unknown): string[] {
  if (!(error instanceof Refusal)) return [messageOf(error)]
  const { code, details, message } = error
  const issues = issuesOf(details)
  if (issues.length > 0) return issues.map(issue => `${issue.path || '/'} ${issue.message}`)
  if (code === 'not_found' && isRecord(details)) return [`${code}: there is no such ${details.resource}`]
  return [`${code}: ${message}${isRecord(details) ? ` ${JSON.stringify(details)}` : ''}`]
}

await program.parseAsync().catch((error: unknown) => {
  // Commander has printed its own complaint, or the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
  else {
    for (const line of linesOf(error)) process.stderr.write(`error: ${line}\n`)
    process.exitCode = error instanceof UsageError ? WRONG_USAGE : 1
  }
})
