import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startVideo } from '@clinic/contract/staff/video-calls.ts'
import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { at } from '../../test/support/clock.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { useProvider } from '../domain/providers/clinic-provider.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()

/** A clinic with a visit by video. */
async function online({ sandbox = false, status = 'CHECKEDIN' } = {}) {
  const clinic = await app.clinic({ sandbox })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: patient.id, starts_at: at('10:00'), ends_at: at('10:30'), status, is_online: true },
    ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  const as = async (role: string, practitioner?: { id: string }) => {
    const { cookie } = await staffMember(app, clinic, role, practitioner)
    return staffClient(app, () => cookie)
  }
  const told = () =>
    app.sql<{ data: { id: string } }>(
      `select data from event where company_id = $1 and type = 'videocall.started' and data->>'appointmentId' = $2`,
      [clinic.company_id, id],
    )
  const use = (provider: string, settings: Record<string, string> = {}) =>
    app.write(clinic, tx => useProvider(tx, 'video', { provider, settings }))
  return { clinic, branch, doctor, id, as, told, use }
}

test('a call takes place where the clinic said, is told once, and who asks again or at the same time is led to the same', async () => {
  const { id, as, told, use } = await online()
  await use('link', { template: 'https://calls.example.com/{callId}?of={callId}' })
  const desk = await as('receptionist')
  assert.equal((await desk.call(getWorkplace, {})).body.data.video, true)
  const both = await Promise.all([1, 2].map(() => desk.call(startVideo, { id })))
  const again = await desk.call(startVideo, { id })
  const [first] = both
  const { id: callId, url } = again.body.data
  assert.equal(url, `https://calls.example.com/${callId}?of=${callId}`)
  for (const { status, body, text } of both) {
    assert.equal(status, 200, text)
    assert.deepEqual(body.data, first?.body.data)
  }
  assert.deepEqual(again.body.data, first?.body.data)
  assert.deepEqual(
    (await told()).map(({ data }) => data.id),
    [callId],
  )
})

test('a clinic that has not said where is told so and nothing else happens; a template without an id is none', async () => {
  const { id, as, told, use } = await online()
  const desk = await as('receptionist')
  const refused = async () => {
    const { status, body } = await desk.call(startVideo, { id })
    return [status, body.error.code, (await desk.call(getWorkplace, {})).body.data.video]
  }
  assert.deepEqual(await refused(), [409, 'video_not_configured', false])
  for (const template of ['https://calls.example.com/', 'http://calls.example.com/{callId}', 'javascript:{callId}']) {
    await use('link', { template })
    assert.deepEqual(await refused(), [409, 'video_not_configured', false], template)
  }
  assert.deepEqual(await told(), [])
})

test('in a sandbox clinic the call is on a page that only pretends, in both languages, and knows nothing', async () => {
  const { id, as } = await online({ sandbox: true })
  const { body, text } = await (await as('owner')).call(startVideo, { id })
  assert.ok(body.data, text)
  const { pathname } = new URL(body.data.url)
  assert.equal(pathname, `/p/video/${body.data.id}`)
  const shown = async (path: string) => {
    const response = await fetch(`${app.url}${path}`)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const english = await shown(`${pathname}?lang=en`)
  assert.equal(english.status, 200)
  assert.match(english.text, /Here the video call would be/)
  assert.match(english.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match((await shown(`${pathname}?lang=ar`)).text, /هنا تكون مكالمة الفيديو/)
  assert.equal((await shown('/p/video/other')).status, 404)
})

test('a doctor opens the calls of their own visits alone; a visit out of sight is not there, and one that is over has no call', async () => {
  const { branch, doctor, id, as, use } = await online()
  await use('link', { template: 'https://calls.example.com/{callId}' })
  const colleague = await app.doctor([branch])
  const far = await app.doctor([await app.branch({ company_id: branch.company_id })])
  assert.equal((await (await as('doctor', colleague)).call(startVideo, { id })).status, 403)
  assert.equal((await (await as('receptionist', far)).call(startVideo, { id })).status, 404)
  assert.equal((await (await as('accountant')).call(startVideo, { id })).status, 403)
  assert.equal((await (await as('doctor', doctor)).call(startVideo, { id })).status, 200)
  const over = await online({ status: 'COMPLETED' })
  await over.use('link', { template: 'https://calls.example.com/{callId}' })
  const { status, body } = await (await over.as('owner')).call(startVideo, { id: over.id })
  assert.deepEqual([status, body.error.code], [409, 'invalid_state_transition'])
  assert.deepEqual(await over.told(), [])
})
