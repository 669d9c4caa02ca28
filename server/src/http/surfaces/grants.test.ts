import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients } from '@clinic/contract/patients.ts'
import { apiClient } from '../../../test/support/app/api-client.ts'
import { apiProcess } from '../../../test/support/app/api-process.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish } from '../../../test/support/clinic/manifests.ts'
import { installPlugin } from '../../domain/plugins/install-plugin.ts'
import { issueToken, revokeToken } from '../../domain/plugins/issue-token.ts'
import { resumeInstallation, suspendInstallation } from '../../domain/plugins/suspend-installation.ts'

const ROUNDS = 25

const app = await startApp()
const elsewhere = await apiProcess(app)
const clinic = await app.clinic()
const branch = await app.branch(clinic)
await publish(app, '1.0.0', manifest('remembered', { requestedScopes: ['patients:read', 'patients:write'] }))
const { id: installationId } = await app.write(clinic, tx => installPlugin(tx, { slug: 'remembered' }))
const issue = () => app.write(clinic, tx => issueToken(tx, { installationId }))
const input = { branchId: branch.id, firstName: 'A', lastName: 'B' }

const patient = await app.patient(branch)

/** Reads a list, a delta and a patient, and writes, on both processes at the same time; the statuses there were. */
async function statuses(token: string): Promise<number[]> {
  const answers = [app.url, elsewhere].flatMap(url => {
    const api = apiClient(url, token)
    return [
      api.list(listPatients, { limit: 1 }),
      api.list(listPatients, { limit: 1, updatedAfter: '2026-01-01T00:00:00Z' }),
      api.call(getPatient, { id: patient.id }),
      api.call(createPatient, input),
    ]
  })
  return [...new Set((await Promise.all<{ status: number }>(answers)).map(({ status }) => status))].sort()
}

test('a revoked token is refused by the very next request, whatever it does, on every process', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { token, row } = await issue()
    assert.deepEqual(await statuses(token), [200, 201])
    await app.write(clinic, tx => revokeToken(tx, { id: row.id }))
    assert.deepEqual(await statuses(token), [401], `round ${round}`)
  }
})

test('a revoked token learns nothing of which patients there are, and no record says that it was shown one', async () => {
  const { token, row } = await issue()
  const ask = () =>
    Promise.all(
      [app.url, elsewhere].flatMap(url =>
        [patient.id, 'pat_nobody'].map(async id => (await apiClient(url, token).call(getPatient, { id })).status),
      ),
    )
  const recorded = () => app.sql('select request_id from audit_record where token_id = $1 and code is null', [row.id])
  assert.deepEqual(await ask(), [200, 404, 200, 404])
  assert.equal((await recorded()).length, 4)
  await app.write(clinic, tx => revokeToken(tx, { id: row.id }))
  assert.deepEqual(await ask(), [401, 401, 401, 401])
  assert.equal((await recorded()).length, 4)
})

test('a suspended installation is refused by the very next request, and resuming it counts immediately too', async () => {
  const { token } = await issue()
  for (let round = 0; round < ROUNDS; round++) {
    await app.write(clinic, tx => suspendInstallation(tx, { id: installationId }))
    assert.deepEqual(await statuses(token), [403], `round ${round}`)
    await app.write(clinic, tx => resumeInstallation(tx, { id: installationId }))
    assert.deepEqual(await statuses(token), [200, 201], `round ${round}`)
  }
})

test('a scope that is taken away is missed by the very next request', async () => {
  const { token } = await issue()
  assert.deepEqual(await statuses(token), [200, 201])
  await app.sql("update installation set granted_scopes = '{patients:read}' where id = $1", [installationId])
  assert.deepEqual(await statuses(token), [200, 403])
})

test('a change in another clinic, and one of settings, let a process keep what it remembers', async () => {
  const versions = () => app.sql('select * from grant_version where company_id = $1', [clinic.company_id])
  const before = await versions()
  const other = await app.clinic()
  await app.sql('update clinic set active = false where company_id = $1', [other.company_id])
  await app.sql("update installation set settings = '{}' where id = $1", [installationId])
  await app.sql("update clinic set name = 'Renamed' where company_id = $1", [clinic.company_id])
  assert.deepEqual(await versions(), before)
})
