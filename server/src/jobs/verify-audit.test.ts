import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Logger, pino } from 'pino'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { testTransactions } from '../../test/support/database/test-transactions.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { employee, member, person } from '../../test/support/staff/staff.ts'
import { countBrokenDays } from '../domain/audit/audit-days.ts'
import { auditId } from '../domain/audit/audit-id.ts'
import { signingKey } from '../domain/audit/signing-key.ts'
import { verifyDay } from '../domain/audit/verify-day.ts'
import { verifyHeads } from '../domain/audit/verify-heads.ts'
import { LEVELS } from '../http/figures.ts'
import { Metrics } from '../http/metrics.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { mailAuditAnchors } from './mail-audit-anchors.ts'
import { sealAudit } from './seal-audit.ts'
import { daysOf } from './verify-audit.ts'
import { verifyClinicAudit } from './verify-clinic-audit.ts'

const app = await startApp()
const sealer = testTransactions(app.database.sealerUrl, 'test sealer', secretBox([Buffer.alloc(32, 7)]))
atEnd(sealer.close)
const log: Logger = pino({ level: 'silent' })
const deps = { asSealer: sealer.platform, auditKey: signingKey(Buffer.alloc(32, 1)), log }

/** A clinic of its own, with records at these seconds of a day, sealed. */
async function sealedDay(day: string, seconds = [1, 2, 3, 4, 5]) {
  const { company_id: id } = await app.clinic()
  for (const second of seconds) await add(id, `${day}T09:00:0${second}.000Z`)
  await sealAudit(deps)
  const verified = () => sealer.platform(tx => verifyDay(tx, id, day))
  assert.deepEqual([await verified(), await sealer.platform(tx => verifyHeads(tx, id))], [[], []])
  return {
    id,
    verified,
    heads: () => sealer.platform(tx => verifyHeads(tx, id)),
    at: (second: number) => recordAt(id, `${day}T09:00:0${second}.000Z`),
  }
}
const add = (id: string, at: string) =>
  app.sql(
    `insert into audit_record (company_id, recorded_at, at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
     values ($1, $2, $2, 'req_1', 'installation ins_1', 'getPatient', '{}', '{pat_1}', '{}')`,
    [id, at],
  )
async function recordAt(id: string, at: string): Promise<string> {
  const [row] = await app.sql<{ id: number }>(
    'select id from audit_record where company_id = $1 and recorded_at = $2',
    [id, at],
  )
  return auditId(at, row?.id ?? assert.fail())
}
/** What the owner of the database can do who takes the guards off. */
async function tamper(table: string, statement: string, values: unknown[]): Promise<void> {
  await app.sql(`alter table ${table} disable trigger user`)
  await app.sql(statement, values)
  await app.sql(`alter table ${table} enable trigger user`)
}

test('a byte that the owner of the database changes is found: the day and the record', async () => {
  const day = '2026-01-10'
  const { id, verified, at } = await sealedDay(day)
  await tamper(
    'audit_record',
    "update audit_record set caller = 'installation ins_2' where company_id = $1 and recorded_at = $2",
    [id, `${day}T09:00:03Z`],
  )
  assert.deepEqual(await verified(), [{ day, kind: 'CHANGED', where: await at(3) }])
})

test('a record that the owner of the database deletes is found: the day and the record before it', async () => {
  const day = '2026-01-11'
  const { id, verified, at } = await sealedDay(day)
  const remove = (second: number) =>
    tamper('audit_record', 'delete from audit_record where company_id = $1 and recorded_at = $2', [
      id,
      `${day}T09:00:0${second}Z`,
    ])
  await remove(4)
  assert.deepEqual(await verified(), [{ day, kind: 'MISSING', where: await at(3) }])
  await remove(1)
  assert.deepEqual(await verified(), [
    { day, kind: 'MISSING', where: null },
    { day, kind: 'MISSING', where: await at(3) },
  ])
})

test('a record that is inserted late is found, also on a day of which nothing was sealed', async () => {
  const day = '2026-01-12'
  const { id, verified, at } = await sealedDay(day)
  await add(id, `${day}T09:00:07.000Z`)
  assert.deepEqual(await verified(), [{ day, kind: 'ADDED', where: await at(7) }])
  const empty = '2026-01-09'
  await add(id, `${empty}T09:00:01.000Z`)
  const found = await sealer.platform(tx => verifyDay(tx, id, empty))
  assert.deepEqual(found, [{ day: empty, kind: 'ADDED', where: await recordAt(id, `${empty}T09:00:01.000Z`) }])
})

test('several records that differ are all named, and no other', async () => {
  const day = '2026-01-13'
  const { id, verified, at } = await sealedDay(day)
  const change = "update audit_record set operation = 'x' where company_id = $1 and recorded_at = any ($2)"
  await tamper('audit_record', change, [id, [`${day}T09:00:02Z`, `${day}T09:00:03Z`]])
  assert.deepEqual(await verified(), [
    { day, kind: 'CHANGED', where: await at(2) },
    { day, kind: 'CHANGED', where: await at(3) },
  ])
})

test('a seal that is altered or removed is found, by its signature, its tree and those that follow it', async () => {
  const day = '2026-01-14'
  const [altered, signed, removed] = [await sealedDay(day), await sealedDay(day), await sealedDay(day)]
  await tamper(
    'audit_head',
    'update audit_head set leaves = set_byte(leaves, 0, (get_byte(leaves, 0) + 1) % 256) where company_id = $1',
    [altered.id],
  )
  assert.ok((await altered.verified()).some(({ kind }) => kind === 'SEAL'))
  await tamper('audit_head', 'update audit_head set size = 4 where company_id = $1', [signed.id])
  assert.deepEqual(await signed.heads(), [{ day, kind: 'SEAL', where: '1' }])
  await add(removed.id, '2026-01-16T09:00:01.000Z')
  await sealAudit(deps)
  await tamper('audit_head', 'delete from audit_head where company_id = $1 and number = 1', [removed.id])
  assert.deepEqual(await removed.heads(), [{ day: '2026-01-16', kind: 'SEAL', where: '2' }])
})

test('a day that was pruned is not missing; one that is younger is', async () => {
  const [old, young] = [await sealedDay('2019-02-03'), await sealedDay('2026-02-03')]
  for (const { id } of [old, young])
    await tamper('audit_record', 'delete from audit_record where company_id = $1', [id])
  assert.deepEqual(await old.verified(), [])
  assert.equal((await young.verified()).length, 5)
})

test('yesterday is verified every night, and each older day once in thirty nights', () => {
  const nights = Array.from({ length: 30 }, (_, night) => `2026-06-${String(night + 1).padStart(2, '0')}T01:30:00.000Z`)
  const verified = nights.map(night => daysOf('2026-01-01', night))
  for (const [index, days] of verified.entries())
    assert.equal(days[0], index === 0 ? '2026-05-31' : nights[index - 1]?.slice(0, 10))
  for (const day of ['2026-01-01', '2026-03-17', '2026-05-30'])
    assert.equal(verified.filter(days => days.includes(day)).length, 1, day)
})

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const statesOf = (id: string) =>
  app.sql<{ id: string; state: string; faults: unknown }>(
    'select id, state, faults from audit_day_state where company_id = $1 order by id',
    [id],
  )
const warningsOf = async (id: string) =>
  (
    await app.sql<{ kind: string; level: string; data: Record<string, string> }>(
      'select kind, level, data from security_event where company_id = $1 order by created_at',
      [id],
    )
  ).map(({ kind, level, data }) => [kind, level, data.day, data.recordId ?? data.seal])

test('the nightly job names what does not fit, of every clinic, and owners are told once, by mail too', async () => {
  const server = await mailServer()
  const { at, id } = await sealedDay(yesterday)
  await member(app, await person(app), { company_id: id }, 'owner')
  await tamper('audit_record', "update audit_record set operation = 'x' where company_id = $1 and recorded_at = $2", [
    id,
    `${yesterday}T09:00:02Z`,
  ])
  const verify = async () => {
    await app.sql("select graphile_worker.add_job('verify_audit')")
    await runJobs(app, {
      settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' },
    })
  }
  await verify()
  const metrics = new Metrics()
  metrics.showLevel(LEVELS.brokenDays, async () => [[[], await sealer.platform(countBrokenDays)]])
  assert.match(await metrics.registry.metrics(), /^clinic_audit_broken_days [1-9]/m)
  const where = await at(2)
  const fault = { kind: 'CHANGED', where }
  assert.deepEqual(await statesOf(id), [{ id: yesterday, state: 'BROKEN', faults: [fault] }])
  assert.deepEqual(await warningsOf(id), [['audit_broken', 'CRITICAL', yesterday, where]])
  const mails = server.taken.map(wordsOf).filter(text => text.includes(where))
  assert.equal(mails.length, 1)
  assert.match(String(mails[0]), new RegExp(`${yesterday}[\\s\\S]*سجل التدقيق`))
  await verify()
  assert.equal((await warningsOf(id)).length, 1, 'What is known is not told again.')
})

test('an owner has the whole audit compared, sees how far it is and which days do not fit', async () => {
  const day = '2026-03-01'
  const { id } = await sealedDay(day)
  const owner = await employee(app, { company_id: id }, 'owner')
  const ask = async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { status, body } = await owner.send<{ id: string }>('POST', '/audit/verify', {}, key)
    assert.equal(status, 202)
    return body.data.id
  }
  const verify = async () => {
    const asked = await ask()
    assert.equal(await ask(), asked, 'One that is under way is the one that is asked for.')
    await runJobs(app, { jobs: [verifyClinicAudit] })
    const { body } = await owner.send<{ state: string; progress: number; brokenDays: string[] }>(
      'GET',
      `/audit/verifications/${asked}`,
    )
    return [body.data.state, body.data.progress, body.data.brokenDays]
  }
  assert.deepEqual(await verify(), ['DONE', 1, []])
  await tamper('audit_record', 'delete from audit_record where company_id = $1 and recorded_at = $2', [
    id,
    `${day}T09:00:04Z`,
  ])
  assert.deepEqual(await verify(), ['DONE', 1, [day]])
  const { body } = await owner.send<{ day: string; state: string }[]>('GET', '/audit/days?state=BROKEN')
  assert.deepEqual(
    body.data.map(each => [each.day, each.state]),
    [[day, 'BROKEN']],
  )
})

test('once a week owners are sent the seal of the last day that is over', async () => {
  const { id } = await sealedDay(yesterday)
  const [head] = await app.sql<{ root: Buffer }>(
    'select root from audit_head where company_id = $1 and closing order by number desc limit 1',
    [id],
  )
  await app.sql("select graphile_worker.add_job('mail_audit_anchors')")
  await runJobs(app, { jobs: [mailAuditAnchors] })
  const [mail, ...more] = await app.sql<{ data: Record<string, string> }>(
    "select data from outgoing_mail where company_id = $1 and template = 'audit_anchor'",
    [id],
  )
  assert.deepEqual([mail?.data.day, mail?.data.root, more], [yesterday, head?.root.toString('hex'), []])
})
