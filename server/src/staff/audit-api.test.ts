import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import { getPatient, updatePatient } from '@clinic/contract/patients.ts'
import { type listAuditHeads, listAuditRecords, type listDisclosures } from '@clinic/contract/staff/audit.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { staffClient } from '../../test/support/staff/scene.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { sealAuditRegularly } from '../jobs/seal-audit.ts'

type Entry = Returned<typeof listAuditRecords>
type Shown = Returned<typeof listDisclosures>

const app = await startApp()

async function seal(): Promise<void> {
  await app.sql("select graphile_worker.add_job('seal_audit')")
  await runJobs(app, { jobs: [sealAuditRegularly] })
}

/** A clinic whose plugin has read a patient twice and changed them once. */
async function used() {
  const { clinic, branch, patient } = await app.practice()
  const { installation, token } = await app.installation(clinic)
  const api = app.api(token)
  await api.call(getPatient, { id: patient.id })
  await api.call(getPatient, { id: patient.id })
  await api.call(updatePatient, { id: patient.id, lastName: 'Invented' })
  const owner = await employee(app, clinic, 'owner')
  const list = async <Item>(path: string): Promise<Item[]> => {
    const { status, body } = await owner.send<Item[]>('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  return { clinic, branch, patient, installation, owner, list }
}
const didOf = (entries: readonly Entry[]) => entries.map(({ operation }) => operation)

test('the owner sees who did what to whom, newest first, and asks by any of it, sealed or not', async () => {
  const { patient, installation, list } = await used()
  const BY: [query: string, found: string[]][] = [
    [`actorId=${installation.id}`, ['updatePatient', 'getPatient', 'getPatient']],
    [`patientId=${patient.id}`, ['updatePatient', 'getPatient', 'getPatient']],
    [`patientId=${patient.id}&kind=WRITE`, ['updatePatient']],
    [`patientId=${patient.id}&kind=READ`, ['getPatient', 'getPatient']],
    [`actorId=${installation.id}&operation=updatePatient`, ['updatePatient']],
    [`patientId=${patient.id}&outcome=REFUSED`, []],
    ['actorId=usr_other', []],
    ['patientId=pat_other', []],
    [`actorId=${installation.id}&to=2026-01-01T00:00:00Z`, []],
  ]
  const ask = async () => {
    for (const [query, found] of BY) {
      const entries = await list<Entry>(`/audit?${query}`)
      assert.deepEqual(didOf(entries.filter(({ actor }) => actor.kind === 'installation')), found, query)
    }
  }
  await ask()
  await seal()
  await ask()
  const [write] = await list<Entry>(`/audit?patientId=${patient.id}&kind=WRITE`)
  assert.ok(write)
  assert.deepEqual([write.actor.kind, write.actor.id, write.outcome], ['installation', installation.id, 'DONE'])
  assert.ok(write.actor.name)
  assert.deepEqual(write.changedFields, ['lastName'])
  const [again] = await list<Entry>(`/audit?requestId=${write.requestId}`)
  assert.deepEqual(again, write)
})

test('pages of the audit follow each other without a gap', async () => {
  const { installation, owner } = await used()
  const api = staffClient(app, () => owner.console.cookie)
  const asked = { actorId: installation.id, limit: 2 }
  const { body: first } = await api.list(listAuditRecords, asked)
  const { body: second } = await api.list(listAuditRecords, { ...asked, cursor: String(first.nextCursor) })
  assert.deepEqual(didOf([...first.data, ...second.data]), ['updatePatient', 'getPatient', 'getPatient'])
})

test('who had to do with a patient is told by day and actor with the fields and the consent, sealed or not', async () => {
  const { clinic, patient, installation, list } = await used()
  const ofPlugin = async () =>
    (await list<Shown>(`/patients/${patient.id}/disclosures`)).filter(({ actor }) => actor.kind === 'installation')
  const [before, ...more] = await ofPlugin()
  assert.ok(before)
  assert.deepEqual(more, [])
  assert.deepEqual([before.actor.id, before.times], [installation.id, 3])
  assert.deepEqual(before.operations.toSorted(), ['getPatient', 'updatePatient'])
  assert.ok(before.fields.includes('firstName') && before.fields.includes('phoneNumber'))
  await seal()
  const [sealed, ...others] = await ofPlugin()
  assert.deepEqual(
    [{ ...sealed, operations: sealed?.operations.toSorted() }, others],
    [{ ...before, operations: before.operations.toSorted() }, []],
  )
  await app.api((await app.installation(clinic)).token).call(getPatient, { id: patient.id })
  assert.equal((await ofPlugin()).length, 2, 'What is not sealed yet is told beside what is.')
})

test('opening the audit, and who saw a patient, is itself recorded', async () => {
  const { patient, owner, list } = await used()
  const [entry] = await list<Entry>('/audit')
  await list(`/patients/${patient.id}/disclosures`)
  await owner.send('GET', `/audit/${entry?.id}`)
  const own = await list<Entry>(`/audit?actorId=${owner.user.id}`)
  for (const id of ['listAuditRecords', 'listDisclosures', 'getAuditRecord']) assert.ok(didOf(own).includes(id), id)
  assert.deepEqual(own.find(({ operation }) => operation === 'listDisclosures')?.patientIds, [patient.id])
})

test('of another clinic’s audit, patients and seals nothing is told, nor by ids that are none', async () => {
  const [here, there] = [await used(), await used()]
  await seal()
  const [theirs] = await there.list<Entry>('/audit')
  assert.ok(theirs)
  for (const path of [
    `/audit/${theirs.id}`,
    '/audit/aud_none',
    `/audit/aud_${'z'.repeat(20)}`,
    `/patients/${there.patient.id}/disclosures`,
  ])
    assert.equal((await here.owner.send('GET', path)).status, 404, path)
  assert.deepEqual(await here.list(`/audit?patientId=${there.patient.id}`), [])
  assert.deepEqual(await here.list(`/audit?actorId=${there.installation.id}`), [])
  const heads = await here.list<Returned<typeof listAuditHeads>>('/audit/heads')
  assert.deepEqual(
    heads.map(({ number }) => number),
    [1],
  )
})

test('only owner and admin read the audit', async () => {
  const { clinic, patient } = await used()
  for (const role of ['doctor', 'receptionist', 'accountant', 'assistant']) {
    const { send } = await employee(app, clinic, role)
    for (const path of ['/audit', '/audit/heads', `/patients/${patient.id}/disclosures`])
      assert.equal((await send<object>('GET', path)).body.error.code, 'not_permitted', `${role} ${path}`)
  }
})
