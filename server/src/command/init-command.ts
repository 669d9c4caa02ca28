import type { Command } from 'commander'
import { inSession } from './session.ts'

/** What makes a database where there is none; every other command refuses, for the folder may be mistaken. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('make the database, or bring one that is there up to date')
    .action(() => inSession(program, async ({ note }) => note('The database is ready.'), { creates: true }))
}
