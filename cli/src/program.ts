import { Command } from 'commander'
import { addCompletion } from './commands/completion.ts'
import { addDeliveries } from './commands/deliveries.ts'
import { addDev } from './commands/dev.ts'
import { addEvents } from './commands/events.ts'
import { addExam } from './commands/exam.ts'
import { addExplain } from './commands/explain.ts'
import { addExport } from './commands/export.ts'
import { addFamilies, familyNames } from './commands/families.ts'
import { addInit } from './commands/init.ts'
import { addInstall } from './commands/install.ts'
import { addLint } from './commands/lint.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogs } from './commands/logs.ts'
import { addPublish } from './commands/publish.ts'
import { addSandbox } from './commands/sandbox.ts'
import { addTrigger } from './commands/trigger.ts'
import { addWhoami } from './commands/whoami.ts'
import { VERSION } from './version.ts'

const EXIT_WORDS = `
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not logged in, 4 no answer, 5 exam failed.
In a pipe records come one a line as JSON, and errors as the envelope of the service on stderr.
Nothing is sent anywhere but to the address that you give.`

/** Every command with its words. What a command needs beyond this is loaded when it runs. */
export function programOf(argv: readonly string[]): Command {
  const program = new Command('plg')
    .description('Make, try and publish plugins.')
    .version(VERSION)
    .option('--profile <name>', 'use this profile, whatever the environment says')
    .option('--server <address>', 'the address of the service (else CLINIC_URL, else that of the profile)')
    .option('--json', 'print one JSON value')
    .option('--table', 'print a table, in a pipe too')
    .option('--quiet', 'print ids alone')
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText(
      'after',
      () => `\nEvery operation: plg <family> <verb>, and plg <family> --help.\nFamilies: ${familyNames().join(', ')}`,
    )
    .addHelpText('after', EXIT_WORDS)
  for (const add of [
    addLogin,
    addWhoami,
    addInit,
    addDev,
    addLint,
    addPublish,
    addInstall,
    addExam,
    addListen,
    addSandbox,
    addTrigger,
    addEvents,
    addDeliveries,
    addLogs,
    addExplain,
    addExport,
    addCompletion,
  ])
    add(program)
  addFamilies(program, argv)
  return program
}
