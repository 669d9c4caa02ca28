import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { openPatientFile } from './open-patient-file.ts'

const app = await startApp()
const { clinic, branch } = await app.practice()

test('a new file is answered as the database completed it', async () => {
  const input = { branchId: branch.id, firstName: 'Layla', lastName: 'Haddad', phoneNumber: '+966501234567' }
  const answered = await app.write(clinic, tx => openPatientFile(tx, input))
  assert.deepEqual({ ...(await app.write(clinic, tx => tx.get('patient', answered.id))) }, { ...answered })
})
