import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClinic } from '@clinic/contract/clinic.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { addExpense } from '@clinic/contract/staff/book-entries.ts'
import { getClinicSettings, updateClinicSettings } from '@clinic/contract/staff/clinic-settings.ts'
import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { openStaffScene, type StaffScene } from '../../test/support/staff/scene.ts'
import { forgetStepUp } from '../../test/support/staff/staff.ts'

const app = await startApp()
const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }

/** What came of a change: the settings, or why it was refused. */
async function changed({ api }: StaffScene, wishes: Input<typeof updateClinicSettings>, version = 1) {
  const { status, body } = await api.call(updateClinicSettings, wishes, { version })
  return status === 200 ? body.data : { code: body.error.code, ...body.error.details }
}
const priced = ({ clinic: { company_id } }: StaffScene) =>
  app.insert('procedure', { company_id, id: 'prc_one', name: 'Filling', price_minor: 35_000, ...stamps })
const settledOf = async ({ api }: StaffScene) => (await api.call(getClinicSettings, {})).body.data.settled
const visited = ({ clinic: { company_id }, branch, doctor }: StaffScene) =>
  app.insert('appointment', {
    ...{ company_id, id: 'apt_one', branch_id: branch.id, doctor_id: doctor.id, status: 'CANCELED', ...stamps },
    ...{ starts_at: '2026-01-01T09:00:00Z', ends_at: '2026-01-01T09:30:00Z' },
  })
const spent = ({ api, branch }: StaffScene) => api.call(addExpense, { name: 'Gloves', branchId: branch.id, total: 10 })

test('what the clinic is called and how it tells the time is what its rooms show; null clears, what is absent stays', async () => {
  const scene = await openStaffScene(app)
  const wishes = { name: 'Nakheel', nameAr: 'النخيل', clock: 12, locale: 'ar-SA', charts: ['DENTAL'] } as const
  const said = await changed(scene, { ...wishes, charts: [...wishes.charts] })
  assert.deepEqual({ ...said, ...wishes }, said)
  const { name, nameAr, clock } = (await scene.api.call(getWorkplace, {})).body.data
  assert.deepEqual([name, nameAr, clock], ['Nakheel', 'النخيل', 12])
  const cleared = await changed(scene, { nameAr: null }, 2)
  assert.deepEqual({ ...cleared, name: 'Nakheel', nameAr: null, version: 3 }, cleared)
})

test('a name of spaces, and what is no zone, country, currency or language is refused by its place', async () => {
  const scene = await openStaffScene(app)
  const wrong = { name: ' ', timeZone: 'Riyadh', country: 'sa', currency: 'SAX', locale: 'arabic-' }
  const { body } = await scene.api.call(updateClinicSettings, wrong)
  assert.deepEqual(
    body.error.details?.issues?.map(({ path }) => path).sort(),
    Object.keys(wrong)
      .map(field => `/${field}`)
      .sort(),
  )
})

test('the zone changes until there is an appointment, country and currency until there is an invoice, each with a step-up', async () => {
  const scene = await openStaffScene(app)
  const abroad = { timeZone: 'Asia/Kuwait', country: 'KW', currency: 'KWD' }
  await forgetStepUp(app, scene.user)
  for (const [field, value] of Object.entries(abroad))
    assert.deepEqual(await changed(scene, { [field]: value }), { code: 'step_up_required' }, field)
  await app.sql('update staff_session set confirmed_at = now() where user_id = $1', [scene.user.id])
  const moved = await changed(scene, abroad)
  assert.deepEqual({ ...moved, ...abroad, settled: [] }, moved)

  await visited(scene)
  assert.deepEqual(await changed(scene, { timeZone: 'Asia/Riyadh' }, 2), {
    ...{ code: 'in_use', field: 'timeZone', by: 'appointments' },
  })
  assert.deepEqual(await settledOf(scene), ['timeZone'])
  const back = await changed(scene, { country: 'SA', currency: 'SAR', timeZone: 'Asia/Kuwait' }, 2)
  assert.deepEqual({ ...back, country: 'SA', currency: 'SAR' }, back)
  await issueInvoice(app, scene, 100)
  for (const [field, value] of Object.entries({ country: 'KW', currency: 'KWD' }))
    assert.deepEqual(await changed(scene, { [field]: value }, 3), { code: 'in_use', field, by: 'invoices' })
  assert.deepEqual(await settledOf(scene), ['timeZone', 'country', 'currency'])
})

test('prices keep their figures: a currency of as many decimals is taken, one of others is not', async () => {
  const scene = await openStaffScene(app)
  await priced(scene)
  assert.deepEqual(await changed(scene, { currency: 'KWD' }), { code: 'in_use', field: 'currency', by: 'prices' })
  const same = await changed(scene, { currency: 'AED' })
  assert.deepEqual({ ...same, currency: 'AED', settled: [] }, same)
  await spent(scene)
  assert.deepEqual(await changed(scene, { currency: 'SAR' }, 2), { code: 'in_use', field: 'currency', by: 'amounts' })
  assert.deepEqual(await settledOf(scene), ['currency'])
})

test('a registration that is changed has yet to be checked; of a clinic that reports its invoices it stays whole', async () => {
  const scene = await openStaffScene(app)
  await reportToSandbox(app, scene)
  await app.sql('update clinic set registration_valid = true where company_id = $1', [scene.clinic.company_id])
  const { version } = (await scene.api.call(getClinicSettings, {})).body.data
  const renamed = await changed(scene, { name: 'Nakheel' }, version)
  assert.deepEqual({ ...renamed, registrationValid: true }, renamed)
  const other = await changed(scene, { vatNumber: '311111111111113' }, version + 1)
  assert.deepEqual({ ...other, vatNumber: '311111111111113', registrationValid: false }, other)
  for (const wishes of [{ vatNumber: '123' }, { vatNumber: null }, { registrationCity: null }, { country: 'KW' }]) {
    const { body } = await scene.api.call(updateClinicSettings, wishes, { version: version + 2 })
    const [field] = Object.keys(wishes)
    assert.deepEqual(
      body.error.details?.issues?.map(({ path }) => path),
      [`/${field}`],
    )
  }
})

test('the logo is a small picture under an address of its own, which plugins are told; another has another, and null takes it off', async () => {
  const scene = await openStaffScene(app)
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const told = async () => {
    const { token } = await app.installation(scene.clinic)
    return (await app.api(token).call(getClinic, {})).body.data.logoUrl
  }
  const first = await changed(scene, { logo: png.toString('base64') })
  assert.ok(!('code' in first))
  assert.equal(first.logoUrl, await told())
  const { pathname } = new URL(first.logoUrl ?? '')
  const served = await fetch(`${app.url}${pathname}`)
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), png)
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'cache-control'].map(name => served.headers.get(name)),
    ['image/png', 'nosniff', 'public, max-age=31536000, immutable'],
  )
  const second = await changed(scene, { logo: Buffer.concat([png, png]).toString('base64') }, 2)
  assert.ok(!('code' in second) && second.logoUrl !== first.logoUrl)
  assert.equal((await fetch(`${app.url}${pathname}`)).status, 404)
  for (const wrong of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.alloc(102_401, png)])
    assert.equal('code' in (await changed(scene, { logo: wrong.toString('base64') }, 3)), true)
  const none = await changed(scene, { logo: null }, 3)
  assert.ok(!('code' in none))
  assert.deepEqual([none.logoUrl, await told()], [null, null])
})
