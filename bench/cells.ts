import { toolCall } from './assistant-calls.ts'
import { disturbances } from './calm.ts'
import { casesOf } from './cases.ts'
import { tellCopies } from './cells-copies.ts'
import { type CellSide, measureSide } from './cells-cost.ts'
import { bytesOfRoute } from './cells-proxy.ts'
import { type CellsWorld, createCells, type Served } from './cells-world.ts'
import { portsOf, processTree } from './cpu.ts'
import type { NextRequest } from './load.ts'
import { inTurns, median } from './measure.ts'

/** Fewer than where two sides are compared, since there are three. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const MOST = 1.1

interface Call {
  name: string
  wanted: string
  port: number
  next: NextRequest
  isPlugins: boolean
}

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item

/** What plugins, people and assistants ask of a clinic. */
function callsOf({ clinic, staff, tokens, port, assistantPort }: Served): Call[] {
  let n = 0
  const patient = () => pick(clinic.patientIds, ++n)
  const asStaff = () => {
    const { cookie, 'clinic-id': id } = pick(staff, n)
    return `cookie: ${cookie}\r\nclinic-id: ${id}\r\n`
  }
  const plugins = casesOf([clinic]).map(({ name, wanted, product: next }) => ({ name, wanted, next }))
  return [
    ...plugins.map(one => ({ ...one, port, isPlugins: true })),
    {
      ...{ name: 'a person reads by id', wanted: '200', port, isPlugins: false },
      next: () => `GET /staff/v1/patients/${patient()} HTTP/1.1\r\nhost: b\r\n${asStaff()}\r\n`,
    },
    {
      ...{ name: 'an assistant reads by id', wanted: '200', port: assistantPort, isPlugins: false },
      next: () => toolCall('get_patient', { patient_id: patient() }, pick(tokens, n)),
    },
  ]
}

const HEAD = ['req/s', 'p50 ms', 'p99 ms', 'node µs', 'db µs', 'control', 'copying', 'proxy µs', 'WAL B', 'cost']

const costOf = ({ nodeMicros, databaseMicros, proxyMicros }: CellSide) => nodeMicros + databaseMicros + proxyMicros

/** What a request to a cell costs beside the same one to a plain product: directly, and by the proxy. */
export async function run(): Promise<void> {
  const world = await createCells()
  try {
    const { admin, databasePid } = world
    const sides = [
      { name: 'plain', served: world.plain, owners: ['plain'] },
      { name: 'cell', served: world.cell, owners: ['cell', 'control', 'copying'] },
      {
        name: 'by the proxy',
        served: world.proxied,
        proxyPid: world.proxied.proxyPid,
        owners: ['cell', 'control', 'copying'],
      },
    ] as const
    const calls = sides.map(({ served }) => callsOf(served))
    console.log(`${''.padEnd(40)}${HEAD.map(one => one.padStart(9)).join('')}`)
    const plugins: number[] = []
    let held: string[] = []
    for (const [at, { name, isPlugins }] of (calls[0] ?? []).entries()) {
      const contenders = sides.map(({ served: { pid }, ...side }, n) => ({
        name: side.name,
        run: (seconds: number) =>
          measureSide({ admin, databasePid, pid, ...side, ...pick(calls[n] ?? [], at) }, seconds),
      }))
      // By the proxy it is the same process.
      const found = await inTurns(contenders, { warming: contenders.slice(0, 2), rounds: ROUNDS })
      const cost = report(
        name,
        contenders.map(one => one.name),
        found,
      )
      if (isPlugins) plugins.push(cost)
      // The last of these writes, with as many connections as it may.
      if (isPlugins) held = await connectionsHeld(world)
    }
    console.log(
      `a cell costs a plugin's request at most ${Math.max(...plugins).toFixed(2)} of the plain product (at most ${MOST})`,
    )
    await tellCopies(world)
    for (const line of held) console.log(line)
    console.log(`a route takes the proxy ${(await bytesOfRoute(4981)).toFixed(0)} bytes`)
  } finally {
    await world.close()
  }
}

/** Answers the cost of the cell over that of the plain product. */
function report(label: string, names: readonly string[], rounds: readonly CellSide[][]): number {
  const costs = names.map((_, at) => median(rounds.map(round => costOf(pick(round, at)) / costOf(pick(round, 0)))))
  for (const [at, name] of names.entries()) {
    const of = (value: (side: CellSide) => number) => median(rounds.map(round => value(pick(round, at))))
    const cells = [
      of(one => one.perSecond).toFixed(0),
      ...[of(one => one.p50Ms), of(one => one.p99Ms)].map(one => one.toFixed(2)),
      ...[of(one => one.nodeMicros), of(one => one.databaseMicros)].map(one => one.toFixed(0)),
      ...[of(one => one.controlMicros), of(one => one.copyingMicros), of(one => one.proxyMicros)].map(one =>
        one.toFixed(0),
      ),
      of(one => one.walBytes).toFixed(0),
      (costs[at] ?? Number.NaN).toFixed(2),
    ]
    const end = at === names.length - 1 ? disturbances() : ''
    console.log(
      `${(at === 0 ? label : '').padEnd(26)}${name.padEnd(14)}${cells.map(one => one.padStart(9)).join('')}${end}`,
    )
  }
  return costs[1] ?? Number.NaN
}

/** How many connections the processes of a plain product and of a cell hold, and to which database. */
async function connectionsHeld({ admin, plain, cell, serverPort }: CellsWorld): Promise<string[]> {
  const lines: string[] = []
  for (const [name, { pid }] of Object.entries({ plain, cell }))
    for (const { pid: process, role } of await processTree(pid)) {
      const { rows } = await admin.query<{ datname: string; count: number }>(
        'select datname, count(*)::integer as count from pg_stat_activity where client_port = any ($1) group by 1 order by 1',
        [await portsOf(process, serverPort)],
      )
      const counts = rows.map(({ datname, count }) => `${count} connections to ${datname}`)
      if (counts.length > 0) lines.push(`${name}, ${role}: ${counts.join(', ')}`)
    }
  return lines
}
