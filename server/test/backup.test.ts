import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import pg from 'pg'
import { CHANGED_BY_RESTORE } from '../src/backup/begin-anew.ts'
import { checkAt } from '../src/backup/drill.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { tableSums } from '../src/db/row-sums.ts'
import { scratchFolder } from '../src/db/scratch.ts'
import type { DemoFile } from '../src/demo/demo-file.ts'
import { type SecretBox, secretBox } from '../src/kernel/values/secret-box.ts'
import { type Api, apiClient } from './support/app/api-client.ts'
import { startProduct } from './support/app/product.ts'
import { runBackup } from './support/app/run-command.ts'
import { atEnd } from './support/at-end.ts'
import { eventually } from './support/eventually.ts'
import { answers, type Behaviour, startReceiver } from './support/webhooks/receiver.ts'

const WRITERS = 4

const folder = await scratchFolder()
atEnd(() => rm(folder, { recursive: true, force: true }))
const backups = join(folder, 'backups')
const product = await startProduct({ LOG_LEVEL: 'error', RATE_LIMITS: 'off', PLUGIN_WEBHOOK_BACKOFF_MS: '200' })
const { dataDir } = product
const key = await readFile(join(dataDir, 'secret.key'), 'utf8')

/** Runs one of the programs on a data folder; it must succeed. */
async function run(args: readonly string[], settings: Record<string, string> = { DATA_DIR: dataDir }): Promise<string> {
  const { code, stdout, stderr } = await runBackup(args, settings)
  assert.equal(code, 0, `${stdout}${stderr}`)
  return stdout
}

/** The program refuses with that line. */
async function refuses(args: readonly string[], settings: Record<string, string>, line: RegExp): Promise<void> {
  const { code, stderr } = await runBackup(args, settings)
  assert.equal(code, 1, stderr)
  assert.match(stderr, line)
}

const { clinics }: DemoFile = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
const token = clinics.find(({ sandbox }) => sandbox)?.installations.find(one => one.pluginSlug === 'demo-full')?.token
const api: Api = apiClient(`http://127.0.0.1:${product.port}`, token ?? assert.fail('no token'))
const { body: page } = await api.list(listPatients, { limit: 1 })
const [{ branchId } = assert.fail('no patient')] = page.data
let behave: Behaviour = answers(500)
const receiver = await startReceiver((response, request) => behave(response, request))
const endpoint = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
assert.equal(endpoint.status, 201, endpoint.text)

/** Ids of patients that were acknowledged. */
const acknowledged: string[] = []
async function write(): Promise<void> {
  const { status, body, text } = await api.call(createPatient, { branchId, firstName: 'Sara', lastName: 'Invented' })
  assert.equal(status, 201, text)
  acknowledged.push(body.data.id)
}

test('a backup that was made under load, while the demo was, has all that was acknowledged before it', async () => {
  let writing = true
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) await write()
  })
  await eventually(async () => acknowledged.length > 60, true)
  const before = acknowledged.slice()
  assert.match(await run(['create', '--to', backups]), /^\d{4}-\S+Z: \d+ files, /m)
  writing = false
  await Promise.all(writers)
  // All is lost: the disk, and what was written since.
  await product.kill()
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  await refuses(
    ['restore', '--from', backups],
    { DATA_DIR: dataDir },
    /^error: Set SECRET_KEY, or put secret\.key into /m,
  )
  const other = randomBytes(32).toString('base64')
  await refuses(['restore', '--from', backups], { DATA_DIR: dataDir, SECRET_KEY: other }, /SECRET_KEY is not the one/)
  // What a restore has left that was cut off.
  await mkdir(join(dataDir, 'restoring/postgres'), { recursive: true })
  await run(['restore', '--from', backups], { DATA_DIR: dataDir, SECRET_KEY: key })
  await refuses(['restore', '--from', backups], { DATA_DIR: dataDir, SECRET_KEY: key }, /is there already/)
  const refused = receiver.received.length
  behave = answers(200)
  const again = await startWithKey()
  for (const id of before) assert.equal((await api.call(getPatient, { id })).status, 200)
  const cursor = page.nextCursor ?? assert.fail('no cursor')
  const { status, body } = await api.list(listPatients, { limit: 1, cursor })
  assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'])
  assert.equal((await api.list(listPatients, { limit: 1 })).status, 200)
  await deliveredWithTheirIds(before, refused)
  assert.equal(await again.stop(), 0)
})

test('what a database became that was backed up at rest is the same in every row of every table', async t => {
  const first = await run(['create', '--to', backups])
  const source = await sumsIn(dataDir)
  const restored = join(folder, 'restored')
  await run(['restore', '--from', backups, '--name', nameIn(first)], { DATA_DIR: restored, SECRET_KEY: key })
  const sums = await sumsIn(restored)
  assert.ok(sums.size > 100)
  assert.deepEqual(
    [...source]
      .filter(([table, sum]) => sums.get(table) !== sum)
      .map(([table]) => table)
      .toSorted(),
    CHANGED_BY_RESTORE.filter(table => sums.get(table) !== source.get(table)),
  )
  t.diagnostic(`${sums.size} tables`)
  const files = await treeOf(join(dataDir, 'files'))
  assert.ok(files.length > 0)
  assert.deepEqual(await treeOf(join(restored, 'files')), files)
})

test('a drill restores the newest backup beside and finds nothing amiss in the demo; what was changed is named', async () => {
  const drilled = await run(['drill', '--from', backups, '--scratch', folder])
  assert.match(drilled, /: \d clinics, \d{3,} patients, \d{2,} secrets, \d+ days of audit, 0 faults, /)
  await withDatabase(dataDir, async (client, url) => {
    const { rows } = await client.query('select kind, faults from backup_run order by id')
    assert.deepEqual(rows, [
      { kind: 'BACKUP', faults: 0 },
      { kind: 'DRILL', faults: 0 },
    ])
    await client.query(`update invoice set paid_minor = paid_minor + 1
      where (company_id, id) = (select company_id, id from invoice where pending_minor > 0 order by id limit 1)`)
    const looked = (box: SecretBox) => checkAt(url, box)
    const [amount = ''] = (await looked(secretBox([Buffer.from(key, 'base64')]))).faults
    assert.match(amount, /^money of cli_\S+ does not add up: .*"invoice"/)
    const { faults, sealedValues } = await looked(secretBox([randomBytes(32)]))
    assert.equal(faults.filter(fault => fault.endsWith('does not open')).length, sealedValues)
  })
})

/** The key of the folder is gone with it; the operator has kept it elsewhere. */
async function startWithKey() {
  await writeFile(join(dataDir, 'secret.key'), key, { mode: 0o600 })
  return product.startAgain()
}

/** Deliveries that waited in the backup arrive, each with the id of the event that was tried before it. */
async function deliveredWithTheirIds(patientIds: readonly string[], refused: number): Promise<void> {
  const idsOf = (from: number, to?: number) =>
    new Map(receiver.received.slice(from, to).map(({ event }) => [String(event.data.id), event.id]))
  await eventually(async () => patientIds.filter(id => !idsOf(refused).has(id)), [])
  const [tried, arrived] = [idsOf(0, refused), idsOf(refused)]
  const both = patientIds.filter(id => tried.has(id))
  assert.ok(both.length > 0)
  assert.deepEqual(
    both.map(id => arrived.get(id)),
    both.map(id => tried.get(id)),
  )
}

const nameIn = (printed: string): string => /^\d{4}-[\dT-]+Z/m.exec(printed)?.[0] ?? assert.fail(printed)

const sumsIn = (folder: string): Promise<Map<string, string>> => withDatabase(folder, tableSums)

async function withDatabase<Value>(
  dataDir: string,
  run: (client: pg.Client, url: string) => Promise<Value>,
): Promise<Value> {
  const { url, stop } = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return await run(client, url)
  } finally {
    await client.end()
    await stop()
  }
}

/** The paths and bytes below a folder. */
async function treeOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const lines = files.map(
    async path =>
      `${relative(root, path)} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
  )
  return (await Promise.all(lines)).toSorted()
}
