import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import {
  archivePatientFile,
  createPatientFile,
  deletePatientFile,
  dismissPatientSuspect,
  listPatientSuspects,
  restorePatientFile,
  unarchivePatientFile,
} from '@clinic/contract/staff/patient-files.ts'
import { getPatientFile, searchPatients, updatePatientFile } from '@clinic/contract/staff/patients.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { findSuspectsRegularly } from '../jobs/find-suspects.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await app.practice()
const other = await app.branch(clinic)

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
const [owner, limited] = [await as('owner'), await as('receptionist', doctor)]
const eventsOf = async (id: string) => {
  const rows = await app.sql<{ type: string }>(
    `select type from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  return rows.map(({ type }) => type)
}
const open = (wish: Record<string, unknown>, client = owner) =>
  client.send('POST', '/patients', { branchId: branch.id, firstName: 'Huda', lastName: 'Salem', ...wish })

test('a person who may have a file already gets no second one unnoticed, by number, by phone and name, by name and birth', async () => {
  const known = { nationalId: '1098765432', phoneNumber: '0501112233', birthDate: '1991-02-03' }
  const { id } = (
    await owner.call(createPatientFile, { branchId: branch.id, firstName: 'هدى', lastName: 'Salem', ...known })
  ).body.data
  const alike: [Record<string, unknown>, string[]][] = [
    [{ firstName: 'Else', nationalId: '١٠٩٨٧٦٥٤٣٢' }, ['NATIONAL_ID']],
    [{ firstName: 'هدي', lastName: 'Other', phoneNumber: '+966 50 111 2233' }, ['PHONE_AND_NAME']],
    [{ firstName: 'هدى', birthDate: '1991-02-03' }, ['NAME_AND_BIRTH_DATE']],
  ]
  for (const [wish, reasons] of alike) {
    const { status, body } = await open(wish)
    const expected = [{ id, fileNumber: 2, name: 'هدى Salem', birthDate: '1991-02-03', reasons }]
    assert.deepEqual([status, body.error.code], [409, 'possible_duplicate'])
    const { matches } = body.error.details ?? {}
    assert.deepEqual(
      matches,
      expected.map(one => ({ ...one, fileNumber: Array.isArray(matches) ? matches[0].fileNumber : 0 })),
    )
  }
  assert.equal((await open({ phoneNumber: '0501112233', firstName: 'Brother' })).status, 201)
  const again = await open({ nationalId: '1098765432', firstName: 'Certain', confirmedNew: true })
  assert.equal(again.status, 201)
  const [pair] = await owner.all(listPatientSuspects, {})
  assert.deepEqual(pair?.patients.map(one => one.id).sort(), [id, String(again.body.data.id)].sort())
  assert.deepEqual(pair?.reasons, ['NATIONAL_ID'])
  const dismissed = await owner.call(dismissPatientSuspect, { id: pair?.id ?? '' })
  assert.deepEqual([dismissed.body.data.state, await owner.all(listPatientSuspects, {})], ['DISMISSED', []])
})

test('of a file out of sight a duplicate tells initials and file number, and no id', async () => {
  const { id } = (await open({ branchId: other.id, firstName: 'Far', lastName: 'Away', nationalId: '2000000001' })).body
    .data
  const { body } = await open({ firstName: 'Near', nationalId: '2000000001' }, limited)
  const [match] = [body.error.details?.matches].flat()
  assert.ok(match && typeof match === 'object' && !JSON.stringify(match).includes(String(id)))
  assert.match(JSON.stringify(match), /"id":null,"fileNumber":\d+,"name":"F\. A\.","birthDate":null/)
})

test('what no plugin is shown changes without an event', async () => {
  const { id } = (await open({ firstName: 'Quiet', lastName: 'One' })).body.data
  const { body } = await owner.call(updatePatientFile, { id: String(id), language: 'ar', noReminders: true })
  assert.deepEqual([body.data.language, body.data.noReminders, body.data.version], ['ar', true, 2])
  assert.deepEqual(await eventsOf(String(id)), ['patient.created'])
})

test('a file is put away and taken out, told each time, and not while a visit is to come', async () => {
  const { id } = await app.patient(branch)
  const now = new Date().toISOString()
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const visit = newId('apt')
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: visit, branch_id: branch.id, doctor_id: doctor.id, patient_id: id },
    ...{ status: 'OPEN', starts_at: soon(60), ends_at: soon(80), created_at: now, updated_at: now },
  })
  const archive = () => owner.call(archivePatientFile, { id, reason: 'Moved' })
  const remove = () => owner.call(deletePatientFile, { id, reason: 'MISTAKE' })
  assert.deepEqual([(await archive()).body.error?.code, (await remove()).body.error?.code], ['in_use', 'in_use'])
  await app.sql("update appointment set status = 'CANCELED' where id = $1", [visit])
  const { archived, archiveReason } = (await archive()).body.data
  assert.deepEqual([archived, archiveReason], [true, 'Moved'])
  assert.equal((await archive()).status, 200)
  await owner.call(unarchivePatientFile, { id })
  assert.deepEqual(await eventsOf(id), ['patient.updated', 'patient.updated'])
})

test('a deleted file is restored under its id within 30 days, and not later', async () => {
  const { id } = await app.patient(branch)
  const remove = () => owner.call(deletePatientFile, { id, reason: 'ASKED_FOR' })
  assert.equal((await remove()).status, 200)
  assert.deepEqual([(await owner.call(getPatientFile, { id })).status, (await remove()).status], [404, 404])
  assert.equal((await owner.call(restorePatientFile, { id })).body.data.id, id)
  assert.deepEqual(await eventsOf(id), ['patient.deleted', 'patient.created'])
  await remove()
  await app.sql("update patient set deleted_at = now() - interval '31 days' where id = $1", [id])
  assert.equal((await owner.call(restorePatientFile, { id })).body.error.code, 'undo_expired')
})

test('files of one person that others opened are found among those that were changed, once', async () => {
  const wish = { branchId: branch.id, firstName: 'Twice', lastName: 'Opened', phoneNumber: '0507778899' }
  const [one, two] = [(await api.call(createPatient, wish)).body.data, (await api.call(createPatient, wish)).body.data]
  const search = async () => {
    await app.sql('select graphile_worker.add_job($1)', [findSuspectsRegularly.name])
    await runJobs(app, { jobs: [findSuspectsRegularly] })
    const pairs = await owner.all(listPatientSuspects, {})
    return pairs.filter(({ patients }) => patients.some(({ id }) => id === one.id))
  }
  const [pair, ...more] = await search()
  assert.deepEqual([pair?.patients.map(({ id }) => id).sort(), more], [[one.id, two.id].sort(), []])
  assert.equal((await search()).length, 1)
  const [looked] = await app.sql<{ left: number }>(
    `select count(*)::int as left from patient join suspect_search using (company_id)
     where company_id = $1 and deleted_at is null and (updated_at, id) > (searched_to, searched_id)`,
    [clinic.company_id],
  )
  assert.equal(looked?.left, 0)
})

test('archived files are listed where they are asked for alone', async () => {
  const { id } = (await open({ firstName: 'Stored', lastName: 'Away' })).body.data
  await owner.call(archivePatientFile, { id: String(id), reason: 'Done' })
  const found = async (archived: boolean) => (await owner.all(searchPatients, { q: 'stored', archived })).length
  assert.deepEqual([await found(true), await found(false)], [1, 0])
})
