import type { Command } from 'commander'
import { rotate } from '../secrets/rotate.ts'
import { readEnv } from '../settings/env.ts'

/** What keeps the keys that everything is sealed with young. */
export function addKeysCommand(program: Command): void {
  program
    .command('keys')
    .description('the master keys')
    .command('rotate')
    .description('seal everything anew with the first key of SECRET_KEY, files too; the others are not needed then')
    .action(() => rotate(readEnv(process.env), line => process.stdout.write(`${line}\n`)))
}
