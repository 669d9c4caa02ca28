import type { Command } from 'commander'
import type { Api } from '../api.ts'
import { contextOf, type Globals } from '../context.ts'
import { wrongUsage } from '../failure.ts'
import { several } from '../inputs.ts'
import { type ListenState, listenState } from '../listen-state.ts'
import { tell } from '../output.ts'
import { begin, isWanted, pass, toPass } from '../passing.ts'
import { isTaken } from '../posting.ts'
import type { Row } from '../records.ts'
import { shower } from '../shown.ts'

interface ListenOptions extends Globals {
  to?: string
  type?: string[]
  fromNow?: boolean
  printSecret?: boolean
}

async function* passed(api: Api, state: ListenState, to: string, types: readonly string[]): AsyncGenerator<Row> {
  const type = types.length === 1 && !types[0]?.endsWith('*') ? types[0] : undefined
  for await (const event of toPass(api, state, { type }))
    if (isWanted(event.type, types)) yield await pass({ to, secret: state.secret }, event)
}

async function listen(options: ListenOptions, command: Command): Promise<void> {
  const { globals, plugin } = contextOf(command)
  const api = await plugin()
  const state = await listenState(String((await api.one('GET /installation')).id))
  if (options.printSecret) return void process.stdout.write(`${state.secret}\n`)
  const { to, type = [], fromNow = false } = options
  if (to === undefined || !URL.canParse(to)) throw wrongUsage('say where: plg listen --to http://localhost:3000/hooks')
  await begin(api, state, fromNow)
  tell(`Passing events on to ${to}, signed with the secret of: plg listen --print-secret`)
  const show = shower(globals)
  for await (const row of passed(api, state, to, type)) {
    show.one(row)
    if (!isTaken(row.status)) tell(`It is left behind. Once mended: plg events replay ${row.id} --to ${to}`)
  }
}

export function addListen(program: Command): void {
  program
    .command('listen')
    .summary('pass events on to a plugin on this machine')
    .description(
      'Follows the events of the installation and posts each to your plugin, signed as the service signs, with a secret that stays the same. Stopped or killed, it goes on where it was: nothing is lost.',
    )
    .option('--to <url>', 'where your plugin takes events, such as http://localhost:3000/hooks')
    .option(
      '--type <type>',
      'events of this type, or of a family such as appointment.*, alone; again for each',
      several,
    )
    .option('--from-now', 'leave out what happened since it last listened')
    .option('--print-secret', 'print the signing secret alone, and end')
    .action(async (options: ListenOptions, command: Command) => listen(options, command))
}
