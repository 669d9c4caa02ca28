import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { following } from '../following.ts'
import { whole } from '../inputs.ts'
import { first } from '../lists.ts'
import { replay } from './replay.ts'

interface ListOptions extends Globals {
  type?: string
  limit: number
}

interface FollowOptions extends Globals {
  type?: string
  after?: string
}

const COLUMNS = ['id', 'type', 'createdAt', 'data']
const MOST = 100_000
const PAGE = 100
async function list({ type, limit }: ListOptions, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  await print.many(first(api.pages('GET /events', { type, limit: Math.min(limit, PAGE) }), limit), COLUMNS)
}

async function show(id: string, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  print.one(await (await plugin()).one('GET /events/:id', { id }))
}

async function follow(options: FollowOptions, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  await print.follow(following(api, options), COLUMNS)
}

export function addEvents(program: Command): void {
  const events = program
    .command('events')
    .description('The events that the installation was granted, of the last 30 days.')
  events
    .command('list', { isDefault: true })
    .description('The newest first.')
    .option('--type <type>', 'of this type alone')
    .option('--limit <count>', 'how many', whole(1, MOST), 20)
    .action(async (options: ListOptions, command: Command) => list(options, command))
  events
    .command('show <id>')
    .description('One event, as it is posted to endpoints.')
    .action(async (id: string, _options: object, command: Command) => show(id, command))
  events
    .command('replay <id>')
    .description('Sends it again to each endpoint that it went to; or posts it from here, as plg listen does.')
    .option('--to <url>', 'post it there from this machine, signed with the secret of: plg listen --print-secret')
    .action(async (id: string, options: { to?: string }, command: Command) => replay(id, options, contextOf(command)))
  events
    .command('follow')
    .description('Each as it happens, until it is stopped. Needs no endpoint.')
    .option('--type <type>', 'of this type alone')
    .option('--after <id>', 'begin after this event instead of now')
    .action(async (options: FollowOptions, command: Command) => follow(options, command))
}
