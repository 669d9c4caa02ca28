import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { several, whole } from '../inputs.ts'
import { tell } from '../output.ts'
import { report } from '../report.ts'

interface DevOptions extends Globals {
  run?: string
  port?: number
  path?: string
  to?: string
  type?: string[]
  fromNow?: boolean
  restart: boolean
  create?: boolean
}

const MOST_PORT = 65_535

/** Resolves when plg is told to end: by a signal, or by the key for it. */
function toldToEnd(): { ended: Promise<void>; end: () => void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return { ended, end }
}

/** All that the loop is made of is loaded here alone. */
const parts = async () => ({
  ...(await import('../dev/project.ts')),
  ...(await import('../dev/installed.ts')),
  ...(await import('../dev/loop.ts')),
  ...(await import('../dev/ports.ts')),
  ...(await import('../shown.ts')),
  ...(await import('../dev/keys.ts')),
  ...(await import('../dev/watching.ts')),
})

/** After that long plg ends whatever is still under way. */
const MOST_MS = 1000

async function dev(dir: string, options: DevOptions, command: Command): Promise<void> {
  const { globals } = contextOf(command)
  const { readProject, wishOf, ensureInstalled, environmentOf, Loop, freePort, shower, hearKeys, watchSources } =
    await parts()
  const { ended, end } = toldToEnd()
  let project = await readProject(dir)
  let installed = await ensureInstalled(project, globals, options.create === true)
  const given = project.wishes.port ?? project.env.PORT
  const port = await freePort(options.port ?? (given === undefined ? undefined : Number(given)))
  const restarts = options.restart && project.wishes.restarts !== false
  const show = shower(globals)
  const loop = new Loop(project, {
    run: options.run ?? wishOf(project, 'run') ?? 'npm start',
    to: options.to ?? `http://localhost:${port}${options.path ?? wishOf(project, 'path') ?? '/webhooks'}`,
    ...{ port, restarts, types: options.type ?? [], fromNow: options.fromNow === true, show: row => show.one(row) },
  })
  /** What plg wrote itself is no change. */
  const isOwn = (names: readonly string[], env: object) =>
    names.every(name => name === '.env') && isDeepStrictEqual(env, { ...project.env, ...environmentOf(installed) })
  const again = async (names: readonly string[]) => {
    const changed = await readProject(dir)
    if (isOwn(names, changed.env)) return
    project = changed
    tell(`Changed: ${names.join(', ')}`)
    if (names.includes('manifest.json') || names.includes('.env'))
      installed = await ensureInstalled(project, globals, options.create === true)
    await loop.begin(project, installed)
  }
  let turn = loop.begin(project, installed)
  const first = turn
  first.catch(() => undefined)
  // What is half written, or refused, is told; the next change tries again.
  const refused = (error: unknown) => void report(error, process.stderr.isTTY === true)
  const unwatch = await watchSources(project.folder, names => {
    if (!restarts && !names.includes('manifest.json')) return
    // A plugin that never answers must not keep its mending waiting.
    if (names.some(name => name !== '.env')) loop.interrupt()
    turn = turn.then(() => again(names)).catch(refused)
  })
  const unhear = hearKeys({ again: anew => loop.again(anew), filter: types => loop.filter(types), quit: end })
  try {
    await Promise.race([ended, loop.failure, first.then(() => ended)])
  } finally {
    unhear()
    await Promise.all([unwatch(), loop.end()])
    setTimeout(() => process.exit(), MOST_MS).unref()
  }
}

export function addDev(program: Command): void {
  program
    .command('dev')
    .argument('[dir]', 'the folder of the plugin', '.')
    .summary('run a plugin here against your sandbox clinic')
    .description(
      'Installs the plugin of this folder in the sandbox clinic of your publisher where it is not, and anew when its manifest changes; starts it, passes every event on to it, shows what it answered and what it called, and starts it again when its files change. It goes on where it was stopped.',
    )
    .option('--run <command>', 'what starts it (default: what package.json says as plg.run, else npm start)')
    .option('--port <port>', 'PORT of the plugin; the first that is free unless told', whole(1, MOST_PORT))
    .option('--path <path>', 'where it takes events (default: plg.path of package.json, else /webhooks)')
    .option('--to <url>', 'the whole address, where it is not on this machine')
    .option(
      '--type <type>',
      'events of this type, or of a family such as appointment.*, alone; again for each',
      several,
    )
    .option('--from-now', 'leave out what happened since it last ran')
    .option('--no-restart', 'leave it running when its files change')
    .option('--create', 'take the slug of the manifest, for ever, where the publisher has no such plugin')
    .addHelpText(
      'after',
      '\nThe plugin gets CLINIC_URL, CLINIC_TOKEN, WEBHOOK_SECRET and PORT, and what .env says besides.\nKeys on a terminal: r sends the last event anew, with an id of its own; d sends it as a duplicate, with the same id; f chooses types, c clears, q ends.',
    )
    .action(async (dir: string, options: DevOptions, command: Command) => dev(dir, options, command))
}
