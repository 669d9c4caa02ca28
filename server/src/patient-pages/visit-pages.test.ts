import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDayAppointment, moveDayAppointment } from '@clinic/contract/staff/appointments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'
import { newVisitLink } from '../domain/reminders/visit-link.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const { clinic, branch, api } = await openStaffScene(app)
await app.sql(`update branch set phones = '{+966112345678}' where id = $1`, [branch.id])
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** A visit with the address at which its patient sees it. */
async function linkedVisit(minutes = 600) {
  const patient = await app.patient(branch, { first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000001' })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh', display_name_ar: 'د. نور صالح' })
  const made = new Date().toISOString()
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: made, updated_at: made, status: 'OPEN' },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id },
    ...{ starts_at: at(minutes), ends_at: at(minutes + 30) },
  })
  const link = { id: visit.id, patient_id: patient.id, starts_at: visit.starts_at }
  const { token } = await app.write(clinic, tx => newVisitLink(tx, link))
  return { id: visit.id, patientId: patient.id, url: `${app.url}/p/visit/${token}`, token }
}
const answer = (url: string, said: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ answer: said }), redirect: 'manual' })
const heard = async ({ id, patientId }: { id: string; patientId: string }) =>
  (
    await app.sql<{ type: string }>(
      `select type from event where company_id = $1 and data->>'id' in ($2, (select id from task where company_id = $1 and patient_id = $3)) order by id`,
      [clinic.company_id, id, patientId],
    )
  ).map(({ type }) => type)

test('a patient sees when and with whom their visit is, in their language, and no name; the look is recorded once', async () => {
  const visit = await linkedVisit()
  const response = await fetch(visit.url, { headers: { 'accept-language': 'ar' } })
  const page = await response.text()
  assert.deepEqual([response.status, page.includes('د. نور صالح'), page.includes('+966112345678')], [200, true, true])
  assert.doesNotMatch(page, /Salma|Haddad|\+966500000001/)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match(await (await fetch(`${visit.url}?lang=en`)).text(), /Dr\. Noor Saleh/)
  const records = await app.sql<{ caller: string; operation: string; patient_ids: string[] }>(
    `select caller, operation, patient_ids from audit_record where company_id = $1 and $2 = any(resource_ids)`,
    [clinic.company_id, visit.id],
  )
  assert.deepEqual(
    records.map(({ operation, patient_ids }) => [operation, patient_ids]),
    [['viewVisit', [visit.patientId]]],
  )
  assert.match(records[0]?.caller ?? '', /^system patient link plk_/)
  const [kept] = await app.sql('select 1 from patient_link where token_hash like $1', [`%${visit.token}%`])
  assert.equal(kept, undefined)
})

test('who comes confirms the visit, once, which plugins hear; it can still be taken back', async () => {
  const visit = await linkedVisit()
  const answers = await Promise.all([1, 2, 3].map(() => answer(visit.url, 'confirm')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
  assert.deepEqual(await heard(visit), ['appointment.updated'])
  assert.equal((await api.call(getDayAppointment, { id: visit.id })).body.data.status, 'CONFIRMED')
  assert.match(await (await fetch(`${visit.url}?lang=en`)).text(), /knows that you will come/)
})

test('who cannot come gives the staff a task, once; the visit stays, and is marked', async () => {
  const visit = await linkedVisit()
  await Promise.all([1, 2, 3].map(() => answer(visit.url, 'decline')))
  assert.deepEqual(await heard(visit), ['task.created'])
  const { body } = await api.call(getDayAppointment, { id: visit.id })
  assert.deepEqual([body.data.status, body.data.wantsChange], ['OPEN', true])
  const tasks = await app.sql('select priority, status, appointment_id from task where patient_id = $1', [
    visit.patientId,
  ])
  assert.deepEqual(tasks, [{ priority: 'HIGH', status: 'OPEN', appointment_id: visit.id }])
  await answer(visit.url, 'confirm')
  const after = (await api.call(getDayAppointment, { id: visit.id })).body.data
  assert.deepEqual([after.status, after.wantsChange], ['CONFIRMED', false])
})

test('a link ends as the visit begins, and as it is canceled: gone, with the phone of the clinic; nothing can be answered any more', async () => {
  const [begun, canceled] = [await linkedVisit(-1), await linkedVisit()]
  await api.call(moveDayAppointment, { id: canceled.id, from: 'OPEN', to: 'CANCELED' })
  for (const { url } of [begun, canceled]) {
    const page = await fetch(url)
    assert.equal(page.status, 410)
    assert.match(await page.text(), /\+966112345678/)
    await answer(url, 'confirm')
    await answer(url, 'decline')
  }
  assert.deepEqual([await heard(begun), await heard(canceled)], [[], []])
})

test('a link that never was, and one of another kind, are not there, whatever they look like', async () => {
  for (const token of ['x', 'A'.repeat(32), '../session', '%00', 'A'.repeat(5_000)]) {
    const response = await fetch(`${app.url}/p/visit/${token}`)
    assert.ok([400, 404, 414].includes(response.status), `${token.slice(0, 40)} ${response.status}`)
  }
  const visit = await linkedVisit()
  const odd = await fetch(visit.url, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'constructor' }),
    redirect: 'manual',
  })
  assert.equal(odd.status, 303)
  assert.deepEqual(await heard(visit), [])
})
