import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from '@clinic/contract/kernel.ts'
import { Type } from '@clinic/contract/kernel.ts'
import type { ExportWithLink } from '@clinic/contract/staff/exports.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { buffersHeld } from '../../test/support/buffers-held.ts'
import { employee } from '../../test/support/staff/staff.ts'
import type { ExportKind, ExportOut } from '../domain/exports/export-kind.ts'
import { startExport } from '../domain/exports/start-export.ts'
import { readClock } from '../domain/sandbox/clock/read-clock.ts'
import { endExports } from './end-exports.ts'
import { runExportOf } from './run-export.ts'

const DAY_MS = 86_400_000

const app = await startApp()
type Shown = Static<typeof ExportWithLink>

/** An export that writes what it is told to. */
function kindOf(write: (out: ExportOut) => Promise<void>) {
  const kind: ExportKind = {
    name: 'access',
    params: Type.Object({ word: Type.String() }),
    file: () => ({ name: 'file.txt', contentType: 'text/plain' }),
    build: (_context, _params, out) => write(out),
  }
  return kind
}
const words = kindOf(out => out.write('words'))

/** An export that an owner of a clinic asked for. */
async function asked(params: Record<string, unknown> = { word: 'one' }, aheadMs = 0) {
  const { clinic, patient } = await app.practice({ mode: aheadMs > 0 ? 'TEST' : 'LIVE' })
  await app.sql('update clinic set clock_offset_ms = $2 where company_id = $1', [clinic.company_id, aheadMs])
  Object.assign(clinic, { clock_offset_ms: aheadMs })
  const owner = await employee(app, clinic, 'owner')
  const wish = { params, patientId: patient.id, keepFor: 3_600 }
  const { id } = await app.write(clinic, tx => startExport(tx, words, wish))
  const look = async () => (await owner.send<Shown>('GET', `/exports/${id}`)).body.data
  return { clinic, patient, owner, id, look }
}
const run = (kind: ExportKind) => runJobs(app, { jobs: [runExportOf([kind])], deps: { files: app.app.files } })

test('an export is made in the background, and its link hands the file out and records each download', async () => {
  const { clinic, patient, owner, id, look } = await asked()
  const queued = await look()
  assert.deepEqual([queued.state, queued.progress, queued.downloadUrl], ['QUEUED', 0, null])
  await run(words)
  const ready = await look()
  assert.deepEqual([ready.state, ready.progress, ready.sizeBytes, ready.fileName], ['READY', 1, 5, 'file.txt'])
  const answer = await fetch(String(ready.downloadUrl))
  assert.deepEqual([answer.status, await answer.text()], [200, 'words'])
  const records = await app.sql(
    `select caller, patient_ids from audit_record
     where company_id = $1 and operation = 'downloadFile' and resource_ids = $2`,
    [clinic.company_id, [id]],
  )
  assert.deepEqual(records, [{ caller: `staff ${owner.user.id}`, patient_ids: [patient.id] }])
  const events = await app.sql("select times from security_event where company_id = $1 and kind = 'export'", [
    clinic.company_id,
  ])
  assert.deepEqual(events, [{ times: 1 }])
})

test('a run that breaks off leaves no file, is done again from its beginning, and fails for good at last', async () => {
  const { id, clinic, look } = await asked()
  const breaks = kindOf(async out => {
    await out.write('half')
    throw new Error('It broke off.')
  })
  await run(breaks)
  assert.equal(await app.app.files.inspect(`${clinic.company_id}/${id}`), undefined)
  await hastenJobs(app)
  await run(words)
  assert.deepEqual([(await look()).state, (await look()).sizeBytes], ['READY', 5])
  const other = await asked()
  for (let attempt = 0; attempt < 5; attempt++) {
    await run(breaks)
    await hastenJobs(app)
  }
  assert.equal((await other.look()).state, 'FAILED')
})

test('of a file far larger than what is held of it, no more is made than the storage has taken', async () => {
  const { id, clinic, look } = await asked()
  const piece = Buffer.alloc(65_536, 'x')
  let [made, most] = [0, 0]
  const large = kindOf(async out => {
    for (let n = 0; n < 400; n++) {
      await out.write(piece)
      made += piece.length
      if (n % 40 === 0) most = Math.max(most, buffersHeld())
      await out.progress(n / 400)
    }
  })
  const before = buffersHeld()
  await run(large)
  assert.ok(most - before < made / 2, `${most - before} bytes were held`)
  assert.equal((await look()).sizeBytes, made)
  assert.equal((await app.app.files.inspect(`${clinic.company_id}/${id}`))?.sizeBytes, made)
})

test('an export ends with its time: file and link, also before the file is swept', async () => {
  const { id, clinic, look } = await asked()
  await run(words)
  const { downloadUrl } = await look()
  await app.sql("update export_job set expires_at = now() - interval '1 second' where id = $1", [id])
  assert.equal((await fetch(String(downloadUrl))).status, 404)
  await app.sql("select graphile_worker.add_job('end_exports')")
  await runJobs(app, { jobs: [endExports], deps: { files: app.app.files } })
  assert.equal(await app.app.files.inspect(`${clinic.company_id}/${id}`), undefined)
  assert.deepEqual([(await look()).state, (await look()).downloadUrl], ['EXPIRED', null])
})

test('an export keeps the real time, wherever the clock of a sandbox clinic stands or goes', async () => {
  const { id, look, clinic } = await asked({ word: 'one' }, 90 * DAY_MS)
  const { due } = await app.write(clinic, tx => readClock(tx, '2040-01-01T00:00:00.000Z'))
  assert.deepEqual(due, [])
  await run(words)
  const { expiresAt, downloadUrl } = await look()
  assert.ok(Date.parse(String(expiresAt)) <= Date.now() + 3_600_000)
  assert.equal((await fetch(String(downloadUrl))).status, 200)
  await app.sql("update export_job set expires_at = now() - interval '1 second' where id = $1", [id])
  assert.equal((await look()).downloadUrl, null)
})

test('a link ends with the membership of the person who was given it, and is given for a fresh login alone', async () => {
  const { owner, id, look } = await asked()
  await run(words)
  const { downloadUrl } = await look()
  await app.sql("update membership set role = 'doctor' where user_id = $1", [owner.user.id])
  assert.equal((await fetch(String(downloadUrl))).status, 404)
  await app.sql("update membership set role = 'admin' where user_id = $1", [owner.user.id])
  assert.equal((await fetch(String(downloadUrl))).status, 200)
  await app.sql("update staff_session set confirmed_at = now() - interval '5 minutes' where user_id = $1", [
    owner.user.id,
  ])
  assert.equal((await owner.send<object>('GET', `/exports/${id}`)).body.error.code, 'step_up_required')
})

test('what was told in another form is made of nothing, and of other clinics’ exports nothing is known', async () => {
  const [wrong, other] = [await asked({ word: 1 }), await asked()]
  await run(words)
  assert.equal((await wrong.look()).state, 'RUNNING')
  assert.equal((await other.owner.send('GET', `/exports/${wrong.id}`)).status, 404)
  const { body } = await other.owner.send<Shown[]>('GET', '/exports')
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [other.id],
  )
})
