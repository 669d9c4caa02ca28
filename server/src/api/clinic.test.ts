import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClinic } from '@clinic/contract/clinic.ts'
import { startApp } from '../../test/support/app/harness.ts'

const app = await startApp()

test('shows the clinic of the token, with its registration', async () => {
  const clinic = await app.clinic({ vat_number: '300000000000003', registration_valid: true, tax_percent: 15 })
  const { token } = await app.installation(clinic, { scopes: ['clinic:read'] })
  const { status, body } = await app.api(token).call(getClinic, {})
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    object: 'clinic',
    id: clinic.company_id,
    name: clinic.name,
    logoUrl: null,
    country: 'SA',
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    locale: 'en-SA',
    taxPercent: 15,
    charts: [],
    brandingColor: null,
    businessRegistration: {
      vatNumber: '300000000000003',
      vatName: null,
      crnNumber: null,
      commercialName: null,
      city: null,
      isValid: true,
    },
    createdAt: clinic.created_at,
    updatedAt: clinic.updated_at,
  })
})

test('a clinic without any registration has null in its place', async () => {
  const { api } = await app.practice()
  assert.equal((await api.call(getClinic, {})).body.data.businessRegistration, null)
})
