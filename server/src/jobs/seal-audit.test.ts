import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { getPatient } from '@clinic/contract/patients.ts'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { asGroup } from '../../test/support/database/as-group.ts'
import { testTransactions } from '../../test/support/database/test-transactions.ts'
import { type HeadRow, headShown } from '../domain/audit/audit-head.ts'
import { auditHorizon } from '../domain/audit/audit-horizon.ts'
import { leafText, type RecordRow } from '../domain/audit/audit-leaf.ts'
import { sealNext } from '../domain/audit/seal-clinic.ts'
import { signingKey } from '../domain/audit/signing-key.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { sealAuditRegularly } from './seal-audit.ts'

const app = await startApp()
const as = asGroup(app.database)
const sealer = testTransactions(app.database.sealerUrl, 'test sealer', secretBox([Buffer.alloc(32, 7)]))
atEnd(sealer.close)

async function seal(): Promise<void> {
  await app.sql("select graphile_worker.add_job('seal_audit')")
  await runJobs(app, { jobs: [sealAuditRegularly] })
}
const headsOf = (companyId: string) =>
  app.sql<HeadRow>('select * from audit_head where company_id = $1 order by number', [companyId])
const recordsOf = (companyId: string, day: string) =>
  app.sql<RecordRow>(
    `select * from audit_record where company_id = $1 and (recorded_at at time zone 'UTC')::date = $2
     order by recorded_at, id`,
    [companyId, day],
  )
const ADD = `insert into audit_record
  (company_id, recorded_at, at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)`
/** So many records of a day that is over, a second apart. */
const addOn = (companyId: string, day: string, count: number) =>
  app.sql(
    `${ADD} select $1, moment, moment, 'req_' || n, 'installation ins_1', 'getPatient', '{}', array['pat_' || n % 2], '{}'
     from generate_series(1, $3) as n, lateral (select $2::timestamptz + n * interval '1 second' as moment) as taken`,
    [companyId, `${day}T09:00:00Z`, count],
  )
const sha = (...parts: (string | Buffer)[]) =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest()
/** RFC 6962, section 2.1, word for word. */
function treeHash(texts: readonly string[]): Buffer {
  const [only] = texts
  if (only === undefined) return sha('')
  if (texts.length === 1) return sha('\u0000', only)
  const k = 2 ** Math.floor(Math.log2(texts.length - 1))
  return sha('\u0001', treeHash(texts.slice(0, k)), treeHash(texts.slice(k)))
}

/** Checks a clinic's heads as anybody could who has the records and the published keys. */
async function check(companyId: string): Promise<HeadRow[]> {
  const published = await fetch(`${app.url}/.well-known/audit-keys.json`)
  const { keys } = (await published.json()) as { keys: { kid: string; kty: string; crv: string; x: string }[] }
  const heads = await headsOf(companyId)
  let before: Buffer | null = null
  for (const [index, head] of heads.entries()) {
    assert.deepEqual([head.number, head.previous], [index + 1, before])
    const { signature, ...said } = headShown(head)
    const key = keys.find(({ kid }) => kid === said.key) ?? assert.fail('The key is not published.')
    const publicKey = createPublicKey({ key, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(canonicalJson(said)), publicKey, Buffer.from(signature, 'hex')))
    const records = await recordsOf(companyId, head.day)
    assert.equal(said.root, treeHash(records.slice(0, head.size).map(leafText)).toString('hex'))
    before = sha(canonicalJson({ ...said, signature }))
  }
  return heads
}

test('what is recorded is sealed, by heads that follow from each other and that anybody can check', async () => {
  const { clinic, patient, api } = await app.practice()
  const read = () => api.call(getPatient, { id: patient.id })
  await read()
  await seal()
  assert.deepEqual(
    (await check(clinic.company_id)).map(({ size, closing, imported }) => [size, closing, imported]),
    [[1, false, false]],
  )
  await Promise.all([read(), read(), read()])
  await seal()
  await seal()
  assert.deepEqual(
    (await check(clinic.company_id)).map(({ size }) => size),
    [1, 4],
  )
})

test('a day that is over is closed, each with a tree of its own, and what was brought in says so', async () => {
  const { company_id: id } = await app.clinic()
  await addOn(id, '2026-01-30', 3)
  await addOn(id, '2026-02-02', 5)
  await seal()
  assert.deepEqual(
    (await check(id)).map(({ day, size, closing, imported }) => [day, size, closing, imported]),
    [
      ['2026-01-30', 3, true, true],
      ['2026-02-02', 5, true, true],
    ],
  )
})

test('a day that was open is closed when it is over, also where nothing was added to it any more', async () => {
  const { company_id: id } = await app.clinic()
  await addOn(id, '2026-03-01', 2)
  const key = signingKey(Buffer.alloc(32, 1))
  const noon = { horizon: '2026-03-01T12:00:00.000Z', key }
  assert.equal(await sealer.platform(tx => sealNext(tx, id, noon)), false)
  assert.equal(await sealer.platform(tx => sealNext(tx, id, noon)), false)
  await seal()
  assert.deepEqual(
    (await headsOf(id)).map(({ size, closing }) => [size, closing]),
    [
      [2, false],
      [2, true],
    ],
  )
})

test('heads of few records each come to the same root, wherever the sealer was killed between them', async () => {
  const [whole, parts] = [await app.clinic(), await app.clinic()]
  for (const { company_id } of [whole, parts]) await addOn(company_id, '2026-03-05', 23)
  const key = signingKey(Buffer.alloc(32, 1))
  while (
    await sealer.platform(tx => sealNext(tx, parts.company_id, { horizon: '2026-03-07T00:00:00.000Z', key, most: 4 }))
  );
  await seal()
  const heads = await headsOf(parts.company_id)
  assert.deepEqual(
    heads.map(({ size }) => size),
    [4, 8, 12, 16, 20, 23],
  )
  const texts = (await recordsOf(parts.company_id, '2026-03-05')).map(leafText)
  for (const { size, root } of heads) assert.deepEqual(root, treeHash(texts.slice(0, size)))
  assert.deepEqual(
    (await check(whole.company_id)).map(({ size }) => size),
    [23],
  )
})

test('a record whose transaction is still under way is waited for and never left out', async () => {
  const { company_id: id } = await app.clinic()
  const late = new pg.Client(app.database.ownerUrl)
  atEnd(() => late.end())
  await late.connect()
  await late.query('begin')
  const add = `insert into audit_record (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
    values ($1, $2, 'staff usr_1', 'getPatient', '{}', '{}', '{}')`
  await late.query(add, [id, 'req_late'])
  await app.sql(add, [id, 'req_soon'])
  assert.equal(await auditHorizon(sealer.platform, 0), undefined)
  const waiting = auditHorizon(sealer.platform, 60_000)
  await late.query('commit')
  assert.ok(await waiting)
  await seal()
  assert.deepEqual(
    (await check(id)).map(({ size }) => size),
    [2],
  )
})

test('several sealers at the same time seal each record once', async () => {
  const { company_id: id } = await app.clinic()
  await addOn(id, '2026-04-01', 40)
  const key = signingKey(Buffer.alloc(32, 1))
  const wish = { horizon: '2026-04-02T00:00:00.000Z', key, most: 3 }
  const run = async () => {
    while (await sealer.platform(tx => sealNext(tx, id, wish)));
  }
  await Promise.all([run(), run(), run()])
  const heads = await headsOf(id)
  assert.deepEqual(
    heads.map(({ number }) => number),
    heads.map((_, index) => index + 1),
  )
  assert.deepEqual([heads.at(-1)?.size, heads.at(-1)?.closing], [40, true])
})

test('with the seals it is known who had to do with which patient on which day, and how often', async () => {
  const { company_id: id } = await app.clinic()
  await addOn(id, '2026-05-01', 5)
  await seal()
  await seal()
  const known = await app.sql(
    'select patient_id, day, caller, records, operations from audit_of_patient where company_id = $1 order by 1',
    [id],
  )
  const [caller, operations] = ['installation ins_1', ['getPatient']]
  assert.deepEqual(
    known.map(row => ({ ...row })),
    [
      { patient_id: 'pat_0', day: '2026-05-01', caller, records: 2, operations },
      { patient_id: 'pat_1', day: '2026-05-01', caller, records: 3, operations },
    ],
  )
})

test('seals and keys are added and never changed, by no login and by no slip of the owner', async () => {
  const { company_id: id } = await app.clinic()
  await addOn(id, '2026-05-02', 1)
  await seal()
  for (const table of ['audit_head', 'audit_key'])
    for (const attempt of [
      `delete from ${table}`,
      `truncate ${table}`,
      `update ${table} set ${table === 'audit_key' ? 'id = id' : 'size = 0'}`,
    ]) {
      for (const group of [
        'clinic_sealer',
        'clinic_app',
        'clinic_keeper',
        'clinic_retention',
        'clinic_dispatcher',
      ] as const)
        assert.equal(await as(group, attempt, [], id), '42501', `${group}: ${attempt}`)
      await assert.rejects(app.sql(attempt), /are never changed/, attempt)
    }
  assert.equal(await as('clinic_app', "insert into audit_key (id, public_key) values ('x', '')", [], id), '42501')
})
