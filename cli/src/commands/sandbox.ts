import type { Command } from 'commander'
import type { Api } from '../api.ts'
import { contextOf } from '../context.ts'
import { EXIT, Failure, wrongUsage } from '../failure.ts'
import { durationOf, pair, whole } from '../inputs.ts'
import { tell } from '../output.ts'
import { type Row, rowOf, rowsOf } from '../records.ts'
import { until } from '../waiting.ts'

const EVERY_MS = 500
const MOST_MS = 600_000
const CLOCK = 'GET /sandbox/clock'

/** Waits for a move of the clock or a reset to end; the clock as it stands then. */
async function arrived(api: Api): Promise<Row> {
  const clock = await until(
    async () => {
      const found = await api.one(CLOCK)
      return ['QUEUED', 'RUNNING'].includes(String(rowOf(found.run).state)) ? undefined : found
    },
    EVERY_MS,
    MOST_MS,
    'It has not ended',
  )
  if (rowOf(clock.run).state === 'FAILED')
    throw new Failure('run_failed', EXIT.refused, 'It failed on the way: plg sandbox clock', clock)
  return clock
}

const clockRow = ({ now, realNow, run }: Row): Row => {
  const { kind, state, progress, events, jobs, failedJobs } = rowOf(run)
  return { now, realNow, ...(run !== null && { last: kind, state, progress, events, jobs, failedJobs }) }
}

async function status(command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  const [clock, faults, installation] = await Promise.all([
    api.one(CLOCK),
    api.one('GET /sandbox/faults'),
    api.one('GET /installation'),
  ])
  const { id, pluginSlug, pluginVersion } = installation
  print.one({ id, plugin: pluginSlug, version: pluginVersion, ...clockRow(clock), faultsUntil: faults.until })
}

async function reset(options: { yes?: boolean }, command: Command): Promise<void> {
  if (!options.yes) throw wrongUsage('all that was made in the sandbox since its beginning goes: say --yes')
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  await api.one('POST /sandbox/reset', { confirm: 'reset' })
  print.one(clockRow(await arrived(api)))
}

async function move(input: Row, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  // What takes longer than an answer may is asked for until it has ended.
  await api.one('PUT /sandbox/clock', { ...input, waitSeconds: 0 }, { maxRetries: 0 })
  print.one(clockRow(await arrived(api)))
}

async function show(options: { until?: string }, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const clock = await (await plugin()).one(CLOCK, { until: options.until })
  if (options.until === undefined) return print.one(clockRow(clock))
  await print.many(rowsOf(clock.due), ['kind', 'count', 'first'])
}

async function setFaults(input: Row, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const { object: _, ...faults } = await (await plugin()).one('PUT /sandbox/faults', input)
  if (faults.until !== null) tell(`Until ${faults.until}, or: plg sandbox faults clear`)
  print.one(faults)
}

async function showFaults(command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const { object: _, ...faults } = await (await plugin()).one('GET /sandbox/faults')
  print.one(faults)
}

function addClock(sandbox: Command): void {
  const clock = sandbox.command('clock').description('The time of the sandbox clinic, which goes forward only.')
  clock
    .command('show', { isDefault: true })
    .description('What time it is there.')
    .option('--until <instant>', 'what is due until then')
    .action(async (options: { until?: string }, command: Command) => show(options, command))
  clock
    .command('advance <duration>')
    .description('Moves it on: 3d, 12h, P1M. What is due on the way happens, each at its own instant.')
    .action(async (text: string, _options: object, command: Command) => move({ advance: durationOf(text) }, command))
  clock
    .command('set <instant>')
    .description('Moves it on to an instant, such as 2027-01-01T08:00:00Z.')
    .action(async (to: string, _options: object, command: Command) => move({ to }, command))
}

const FAULTS = `
Shares from 0 to 1: rateLimited (429), failed (500), unavailable (503), droppedBefore, droppedAfter, duplicated.
Numbers: latencyMs, pageLimit, delayedSeconds, compressRetries. true or false: writesOnly, shuffled.`

function addFaults(sandbox: Command): void {
  const faults = sandbox.command('faults').description('What goes wrong on purpose for the installation.')
  faults
    .command('show', { isDefault: true })
    .description('What goes wrong, and until when.')
    .action(async (_options: object, command: Command) => showFaults(command))
  faults
    .command('set <key=value...>')
    .description('Lets requests and deliveries go wrong; replaces what was set before.')
    .option('--minutes <count>', 'when it ends by itself', whole(1, 60))
    .addHelpText('after', FAULTS)
    .action(async (pairs: string[], { minutes }: { minutes?: number }, command: Command) =>
      setFaults({ ...pairs.reduce<Row>((all, one) => pair(one, all), {}), minutes }, command),
    )
  faults
    .command('clear')
    .description('Nothing goes wrong on purpose any more.')
    .action(async (_options: object, command: Command) => setFaults({ latencyMs: undefined }, command))
}

export function addSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description('The sandbox clinic: its time, its faults, its beginning.')
  sandbox
    .command('status', { isDefault: true })
    .description('Which installation, what time it is there, what goes wrong on purpose.')
    .action(async (_options: object, command: Command) => status(command))
  sandbox
    .command('reset')
    .description('Puts back the records and the time of the beginning, and waits for it. Installations stay.')
    .option('--yes', 'that all which was made since may go')
    .action(async (options: { yes?: boolean }, command: Command) => reset(options, command))
  addClock(sandbox)
  addFaults(sandbox)
}
