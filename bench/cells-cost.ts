import type pg from 'pg'
import { DATABASES } from './cells-world.ts'
import { cpuSeconds, processTree } from './cpu.ts'
import { walOf } from './database-log.ts'
import { load, type NextRequest } from './load.ts'
import type { Side } from './measure.ts'

/** Whose the server's processes are: of one database, of what copies to and from the cell, or of all (checkpoints, the log's writer). */
type Owner = keyof typeof DATABASES | 'copying' | 'all'

interface Activity {
  pid: number
  datname: string | null
  backend_type: string
}

/** CPU seconds of each process of the server so far, and whose it is. */
async function databaseCpu(
  admin: pg.Client,
  databasePid: number,
): Promise<Map<number, { owner: Owner; seconds: number }>> {
  const { rows } = await admin.query<Activity>('select pid, datname, backend_type from pg_stat_activity')
  const known = new Map(rows.map(row => [row.pid, row]))
  const found = new Map<number, { owner: Owner; seconds: number }>()
  for (const { pid, cpuSeconds: seconds } of await processTree(databasePid)) {
    const owner = ownerOf(known.get(pid))
    if (owner) found.set(pid, { owner, seconds })
  }
  return found
}

/**
 * Nothing for what the bench itself asks, nor for what sends changes of control: it reads the log of the whole server, in which
 * there is here what both sides write, and on a server of its own there would be nothing of either.
 */
function ownerOf({ datname = null, backend_type = '' }: Partial<Activity> = {}): Owner | undefined {
  if (datname === null) return 'all'
  if (datname === DATABASES.plain) return 'plain'
  const copies = backend_type === 'walsender' || backend_type.startsWith('logical replication')
  if (datname === DATABASES.cell) return copies ? 'copying' : 'cell'
  return datname === DATABASES.control && !copies ? 'control' : undefined
}

export interface CellSide extends Side {
  /** Of PostgreSQL's, what is spent where control is, and for telling control of changes. */
  controlMicros: number
  copyingMicros: number
  proxyMicros: number
  /** Of the server's log. */
  walBytes: number
}

interface Measured {
  admin: pg.Client
  databasePid: number
  /** The product's process. */
  pid: number
  proxyPid?: number
  /** Whose databases the side uses. */
  owners: readonly Owner[]
  port: number
  wanted: string
  next: NextRequest
}

const CONNECTIONS = 32

/** Loads one side; the processes of PostgreSQL that serve the other are not counted. */
export async function measureSide(
  { admin, databasePid, pid, proxyPid, owners, ...asked }: Measured,
  seconds: number,
): Promise<CellSide> {
  const look = async () => ({
    node: await cpuSeconds(pid),
    proxy: proxyPid === undefined ? 0 : await cpuSeconds(proxyPid),
    database: await databaseCpu(admin, databasePid),
    wal: await walOf(admin),
  })
  const before = await look()
  const result = await load({ connections: CONNECTIONS, seconds, ...asked })
  const after = await look()
  if (result.wrong > 0) throw new Error(`${result.wrong} of ${result.requests} answers were not ${asked.wanted}`)
  const spent = (of: readonly Owner[]) =>
    [...after.database]
      .filter(([, { owner }]) => of.includes(owner))
      .reduce((sum, [id, one]) => sum + one.seconds - (before.database.get(id)?.seconds ?? 0), 0)
  const micros = (spentSeconds: number) => (spentSeconds * 1e6) / result.requests
  return {
    ...result,
    nodeMicros: micros(after.node - before.node),
    databaseMicros: micros(spent(['all', ...owners])),
    controlMicros: micros(spent(owners.filter(owner => owner === 'control'))),
    copyingMicros: micros(spent(owners.filter(owner => owner === 'copying'))),
    proxyMicros: micros(after.proxy - before.proxy),
    walBytes: (after.wal - before.wal) / result.requests,
  }
}
