import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { newVisitLink } from '../domain/reminders/visit-link.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' })
const clinic = await app.clinic()
const branch = await app.branch(clinic)

/** Each test has networks of its own. */
let network = 0
beforeEach(() => void network++)
const from = (host = 0) => ({ 'x-forwarded-for': `203.${network}.${host}.1` })

/** The address of a visit, and one of another kind that leads to nothing. */
async function pages(): Promise<{ visit: string; nothing: string }> {
  const [patient, doctor] = [await app.patient(branch), await app.doctor([branch])]
  const [startsAt, endsAt] = [600, 630].map(minutes => new Date(Date.now() + minutes * 60_000).toISOString())
  const made = new Date().toISOString()
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: made, updated_at: made, status: 'OPEN' },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id, starts_at: startsAt, ends_at: endsAt },
  })
  const { token } = await app.write(clinic, tx => newVisitLink(tx, { ...visit, patient_id: patient.id }))
  return { visit: `${app.url}/p/visit/${token}`, nothing: `${app.url}/p/receipt/${token}` }
}
const answered = async (response: Promise<Response>) => {
  const { status, headers } = await response
  return { status, wait: Number(headers.get('retry-after')) }
}
const open = (url: string, host?: number) => answered(fetch(url, { headers: from(host) }))
const answer = (url: string, host?: number) =>
  answered(
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer: 'x' }), headers: from(host) }),
  )
/** Does something so many times, and answers how each ended. */
const statusesOf = async (times: number, act: (time: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, (_, time) => act(time)))).map(({ status }) => status)

test('an address opens 30 pages a minute, whatever their kinds, and answers 10', async () => {
  const { visit, nothing } = await pages()
  assert.deepEqual(await statusesOf(15, () => open(visit)), Array(15).fill(200))
  assert.deepEqual(await statusesOf(15, () => open(nothing)), Array(15).fill(404))
  for (const url of [visit, nothing]) {
    const { status, wait } = await open(url)
    assert.equal(status, 429)
    assert.ok(wait >= 1 && wait <= 60, `in ${wait} s`)
  }
  assert.equal((await open(visit, 1)).status, 200, 'from another address')
  assert.deepEqual(await statusesOf(10, () => answer(visit)), Array(10).fill(303))
  assert.equal((await answer(visit)).status, 429)
})

test('a link is answered 60 times an hour, from wherever', async () => {
  const [{ visit }, other] = [await pages(), await pages()]
  const statuses = await statusesOf(66, time => answer(visit, Math.floor(time / 6)))
  assert.deepEqual(statuses.toSorted(), [...Array(60).fill(303), ...Array(6).fill(429)])
  assert.equal((await answer(other.visit)).status, 303, 'another link, from one of these')
})
