import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { getConsent } from '@clinic/contract/staff/catalogue.ts'
import type { askForPlugin } from '@clinic/contract/staff/install-requests.ts'
import type { listNotices } from '@clinic/contract/staff/notices.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { employee } from '../../test/support/staff/staff.ts'

const app = await startApp()

type Request = Returned<typeof askForPlugin>
type Notice = Returned<typeof listNotices>
type Person = Awaited<ReturnType<typeof employee>>

let plugins = 0
async function offered(): Promise<string> {
  const slug = `wanted-${++plugins}`
  await publish(app, '1.0.0', manifest(slug))
  return slug
}

async function clinicWith() {
  const clinic = await app.clinic()
  const as = (role: string) => employee(app, clinic, role)
  const [owner, receptionist, doctor] = [await as('owner'), await as('receptionist'), await as('doctor')]
  return { clinic, owner, receptionist, doctor, slug: await offered() }
}

const ask = ({ send }: Person, slug: string, note?: string) =>
  send<Request>('POST', '/install-requests', { slug, note })
const openTo = async ({ send }: Person) => (await send<Request[]>('GET', '/install-requests')).body.data
const noticesOf = async ({ send }: Person) => (await send<Notice[]>('GET', '/notices')).body.data
const codeOf = (answer: { status: number; body: { error: { code: string } } }) =>
  answer.status < 300 ? answer.status : answer.body.error.code

async function install({ send }: Person, slug: string) {
  const { consentHash } = (await send<Returned<typeof getConsent>>('GET', `/catalogue/${slug}/consent`)).body.data
  return codeOf(await send('POST', '/installations', { slug, consentHash, language: 'en' }))
}

test('a receptionist cannot install and asks; the owner has a notice, and a mail as soon as jobs run', async () => {
  const { owner, receptionist, slug } = await clinicWith()
  const server = await mailServer()
  assert.equal(await install(receptionist, slug), 'not_permitted')
  const { status, body } = await ask(receptionist, slug, 'Patients forget their appointments.')
  assert.equal(status, 201)
  const [asker] = body.data.askedBy
  assert.deepEqual(
    [asker?.userId, asker?.role, asker?.note],
    [receptionist.user.id, 'receptionist', 'Patients forget their appointments.'],
  )
  const [notice] = await noticesOf(owner)
  assert.deepEqual([notice?.kind, notice?.pluginSlug, notice?.askedBy], ['plugin_requested', slug, 'Person'])
  assert.deepEqual(await noticesOf(receptionist), [])
  await runJobs(app, {
    settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' },
  })
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [owner.user.email],
  )
  assert.match(
    server.taken.map(wordsOf).join(),
    new RegExp(`asks you to install the plugin ${slug}[\\s\\S]*تثبيت الإضافة ${slug}`),
  )
})

test('one request is open for each plugin: others join it, also at the same time, and the owners are told once', async () => {
  const { owner, receptionist, doctor, slug } = await clinicWith()
  const answers = await Promise.all([ask(receptionist, slug, 'Mine'), ask(doctor, slug), ask(receptionist, slug)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  )
  const [request, ...others] = await openTo(doctor)
  assert.deepEqual(others, [])
  assert.deepEqual(request?.askedBy.map(({ userId }) => userId).sort(), [receptionist.user.id, doctor.user.id].sort())
  assert.equal(request?.askedBy.find(({ userId }) => userId === receptionist.user.id)?.note, 'Mine')
  assert.equal((await noticesOf(owner)).length, 1)
})

test('installing the plugin answers the request, and what is installed is not asked for', async () => {
  const { owner, receptionist, slug } = await clinicWith()
  await ask(receptionist, slug)
  assert.equal(await install(owner, slug), 201)
  assert.deepEqual([await openTo(receptionist), await noticesOf(owner)], [[], []])
  assert.equal(codeOf(await ask(receptionist, slug)), 'already_installed')
})

test('an owner declines, once; the person may ask anew, and after 30 days without an answer it is over', async () => {
  const { owner, receptionist, slug } = await clinicWith()
  const { id } = (await ask(receptionist, slug)).body.data
  const decline = (person: Person, which = id) => person.send('POST', `/install-requests/${which}/decline`, {})
  assert.equal(codeOf(await decline(receptionist)), 'not_permitted')
  assert.equal(codeOf(await decline(owner)), 200)
  assert.equal(codeOf(await decline(owner)), 'invalid_state_transition')
  assert.deepEqual(await noticesOf(owner), [])
  const again = (await ask(receptionist, slug)).body.data
  assert.notEqual(again.id, id)
  assert.equal(Date.parse(again.expiresAt) - Date.parse(again.createdAt), 30 * 86_400_000)
  await app.sql('update install_request set expires_at = now() where id = $1', [again.id])
  assert.deepEqual(await openTo(owner), [])
  assert.equal(codeOf(await decline(owner, again.id)), 'invalid_state_transition')
  const third = (await ask(receptionist, slug)).body.data
  assert.notEqual(third.id, again.id)
  assert.equal(third.askedBy.length, 1)
})

test('another clinic’s requests are not seen and not declined, and a plugin that does not exist is not asked for', async () => {
  const [own, other] = [await clinicWith(), await clinicWith()]
  const { id } = (await ask(own.receptionist, own.slug)).body.data
  assert.deepEqual(await openTo(other.owner), [])
  assert.equal(codeOf(await other.owner.send('POST', `/install-requests/${id}/decline`, {})), 'not_found')
  assert.equal(codeOf(await ask(own.receptionist, 'not-published')), 'not_found')
})
