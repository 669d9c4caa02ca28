import { DRIVERS } from '@clinic/server/db/drivers.ts'
import type { LoggedRequest } from '@clinic/server/http/log-requests.ts'
import { RequestLog } from '@clinic/server/http/request-log.ts'
import { newId } from '@clinic/server/kernel/values/ids.ts'
import pg from 'pg'
import { casesOf } from './cases.ts'
import { cpuSeconds } from './cpu.ts'
import { measure } from './measure.ts'
import { startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'

const ENTRIES = 200_000
const AT_ONCE = 2_000
const WARM_UP_SECONDS = 20
const SECONDS = 10

const entryOf = (companyId: string, code: string): LoggedRequest => ({
  ...{ id: newId('req'), companyId, installationId: `ins_${code}`, tokenId: `tok_${code}`, at: Date.now() },
  ...{ operation: 'getPatient', recordId: newId('pat'), status: 200, code: null, durationMs: 2, idempotencyKey: null },
  ...{ replayed: false, address: '203.0.113.9', parameters: [], invalidFields: [], notLogged: 0, hasMore: false },
  ...{ scopes: ['patients:read', 'patients:read.pii'], patients: 1 },
})

/** Processor time of an entry of the request log, in its process and in PostgreSQL, beside that of a whole read by id. */
export async function measureRequestLog(): Promise<void> {
  const bench = await startBench({ port: 4941 })
  const connections = DRIVERS.pipelined.connections(bench.ownerUrl, 'bench log', 1)
  try {
    const clinics = await seedClinics(bench.ownerUrl, 'one', 1, 20_000)
    const [clinic] = clinics
    const [readById] = casesOf(clinics)
    if (!clinic || !readById) throw new Error('Nothing was seeded.')
    await settle(bench.ownerUrl)
    await measure(bench, 'product', readById, WARM_UP_SECONDS)
    const read = await measure(bench, 'product', readById, SECONDS)
    const entries = await entryCost(bench.ownerUrl, bench.databasePid, connections, clinic.id)
    const whole = read.nodeMicros + read.databaseMicros
    const cells = `process ${entries.process.toFixed(1)} µs, database ${entries.database.toFixed(1)} µs`
    const share = (100 * (entries.process + entries.database)) / whole
    console.log(`request log: ${cells} an entry, of ${whole.toFixed(0)} µs a read by id: ${share.toFixed(1)} %`)
  } finally {
    await connections.close()
    await bench.close()
  }
}

type Connections = ReturnType<typeof DRIVERS.pipelined.connections>

async function entryCost(ownerUrl: string, databasePid: number, connections: Connections, clinic: string) {
  const log = new RequestLog({ run: statement => connections.run(statement) })
  const code = clinic.replace('cli_', '')
  const writeAll = async (count: number) => {
    for (let n = 0; n < count; n += AT_ONCE) {
      for (let one = 0; one < AT_ONCE; one++) log.add(entryOf(clinic, code))
      await log.close()
    }
  }
  await writeAll(ENTRIES / 4)
  const before = { own: process.cpuUsage(), database: await cpuSeconds(databasePid) }
  await writeAll(ENTRIES)
  const { user, system } = process.cpuUsage(before.own)
  const database = (await cpuSeconds(databasePid)) - before.database
  const written = new pg.Client(ownerUrl)
  await written.connect()
  const { rows } = await written.query('select count(*)::int as entries from request_log where operation = $1', [
    'getPatient',
  ])
  await written.end()
  if (!(rows[0]?.entries >= ENTRIES)) throw new Error(`Only ${rows[0]?.entries} entries were written.`)
  return { process: (user + system) / ENTRIES, database: (database * 1e6) / ENTRIES }
}
