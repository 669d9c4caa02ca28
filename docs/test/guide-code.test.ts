import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { listAppointments } from '@clinic/contract/appointments.ts'
import { listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import { createWebhookEndpoint, sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { signaturesOf, signingKey, TOLERANCE_SECONDS } from '@clinic/server/webhooks/sign.ts'
import { startApp, type TestApp } from '../../server/test/support/app/harness.ts'
import { freePort } from '../../server/test/support/app/product.ts'
import { type Program, startProgram } from '../../server/test/support/app/program.ts'
import { HAS_PYTHON } from '../../server/test/support/app/run-python.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'

const run = promisify(execFile)
const CODE = join(import.meta.dirname, '../pages/code')
const app = await startApp()
await startDispatcher(app)

/** A plugin in a clinic of its own, and the token that programs take from the environment. */
async function plugin(on: TestApp = app) {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const people = { doctor: await app.doctor([branch]), patient: await app.patient(branch) }
  return { clinic, branch, ...people, api: app.api(token), env: { TOKEN: token, API: `${on.url}/api/v1` } }
}

const LANGUAGES = [
  { name: 'TypeScript', ending: 'ts', command: process.execPath, skip: false },
  { name: 'Python', ending: 'py', command: 'python3', skip: !HAS_PYTHON && 'there is no python3 here' },
] as const

for (const { name, ending, command, skip } of LANGUAGES) {
  const guarantee = (title: string, prove: () => Promise<void>) => test(`${title}, in ${name}`, { skip }, prove)
  const file = (program: string) => join(CODE, `${program}.${ending}`)
  const ran = async (program: string, args: readonly string[], env: Record<string, string>) =>
    (await run(command, [file(program), ...args], { env: { ...process.env, ...env } })).stdout.trim().split('\n')

  async function receiver(...secrets: string[]): Promise<{ url: string; program: Program }> {
    const port = await freePort()
    const env = { SIGNING_SECRET: secrets.join(','), PORT: String(port) }
    const program = startProgram(command, [file('receiver')], env)
    await program.prints('listening')
    return { url: `http://127.0.0.1:${port}/`, program }
  }

  guarantee('the receiver of the guide takes what the platform sends', async () => {
    const { api } = await plugin()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const created = await api.call(createWebhookEndpoint, { url, events: ['appointment.created'] })
    assert.equal(created.status, 201, created.text)
    const { id, signingSecret } = created.body.data
    const program = startProgram(command, [file('receiver')], { SIGNING_SECRET: signingSecret, PORT: String(port) })
    await program.prints('listening')
    const sent = await api.call(sendTestEvent, { id })
    assert.equal(sent.status, 200, sent.text)
    await program.prints('appointment.created apt_01k9exam00000000000000000a')
  })

  guarantee('the receiver refuses what is not genuine, and does the work of an event once', async () => {
    const [secret, other] = [7, 8].map(byte => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
    assert.ok(secret && other)
    const { url, program } = await receiver(secret, other)
    const event = { id: 'evt_1', type: 'task.created', data: { id: 'tsk_1', title: 'مهمة' } }
    const body = JSON.stringify(event)
    const signed = (keys: readonly string[], ageSeconds = 0, rawBody = body) => {
      const timestampSeconds = Math.floor(Date.now() / 1000) - ageSeconds
      const signable = { eventId: event.id, timestampSeconds, rawBody, keys: keys.map(signingKey) }
      return signaturesOf(signable).specification
    }
    const status = async (signature: string | undefined, rawBody = body) => {
      const headers = signature === undefined ? undefined : { 'Service-Signature': signature }
      const response = await fetch(url, { method: 'POST', body: rawBody, headers })
      // What the guide shows and the verifier of the package are of one mind.
      const genuine = await verifyWebhook(rawBody, headers ?? {}, [secret, other]).then(
        () => 204,
        () => 401,
      )
      assert.equal(response.status, genuine)
      return response.status
    }
    const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const good = signed([secret])
    assert.equal(await status(good), 204)
    assert.equal(await status(good), 204)
    assert.equal(await status(signed([stranger, other])), 204)
    assert.equal(await status(signed([secret], TOLERANCE_SECONDS - 30)), 204)
    for (const wrong of [
      ...[undefined, '', 't=,v1=', 't=x,v1=zz', good.replace(/v1=../, 'v1='), good.replace('v1=', 'v0=')],
      ...[signed([stranger]), signed([secret], TOLERANCE_SECONDS + 30), signed([secret], -TOLERANCE_SECONDS - 30)],
      't=5,v1=é',
    ])
      assert.equal(await status(wrong), 401, `${wrong}`)
    assert.equal(await status(good, JSON.stringify(event, null, 2)), 401)
    assert.equal(await status(good, ''), 401)
    assert.deepEqual(program.lines(), ['listening', 'task.created tsk_1'])
  })

  guarantee('the mirror of the guide reads everything once, and then what changed', async () => {
    const { api, branch, env } = await plugin()
    for (let more = 0; more < 120; more++) await app.patient(branch)
    const folder = await mkdtemp(join(tmpdir(), 'mirror-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const mirror = () => ran('mirror', [], { ...env, MARK: join(folder, 'mark') })
    const all = (await api.all(listPatients, { limit: 100 })).map(({ id }) => id)
    assert.deepEqual((await mirror()).toSorted(), all.toSorted())
    assert.deepEqual(await mirror(), [''])
    const [changed = ''] = all
    await api.call(updatePatient, { id: changed, gender: 'female' })
    assert.deepEqual(await mirror(), [changed])
    assert.match(await readFile(join(folder, 'mark'), 'utf8'), /^\d{4}-.*Z$/)
  })

  guarantee('the program that books finds each patient a slot, also where two ask at the same time', async () => {
    const { api, branch, doctor, patient, env } = await plugin()
    const patients = [patient, await app.patient(branch)]
    const printed = await Promise.all(patients.map(({ id }) => ran('book', [branch.id, doctor.id, id], env)))
    for (const [line = ''] of printed) assert.match(line, /^booked apt_\w+ \d{4}-/)
    const booked = await api.all(listAppointments, { doctorId: doctor.id })
    assert.deepEqual(new Set(booked.map(one => one.patientId)), new Set(patients.map(one => one.id)))
    assert.equal(new Set(booked.map(({ start }) => start)).size, 2)
  })

  guarantee('the program that pays waits where it is told to, and takes the money once', async () => {
    const slow = await app.secondProcess({ RATE_LIMITS: 'on', RATE_LIMIT_WRITE_BURST: '1' })
    const made = await plugin(slow)
    const { api, env } = made
    const { id } = await issueInvoice(app, { ...made, api }, 100)
    const pay = (reference: string) => ran('pay', [id, '40', reference], env)
    const [first, second] = await Promise.all([pay('POS-1'), pay('POS-2')])
    for (const [line = ''] of [first, second]) assert.match(line, /^recorded pay_/)
    assert.deepEqual(await pay('POS-1'), first)
    assert.match((await pay('POS-3'))[0] ?? '', /^amount_exceeds_pending: /)
    assert.equal((await api.all(listPayments, { patientId: made.patient.id })).length, 2)
  })
}
