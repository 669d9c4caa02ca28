import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOwnPublishers } from '@clinic/contract/publisher/publishers.ts'
import { confirmRegistration, getRegistration, registerPublisher } from '@clinic/contract/staff/registrations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { developer, makePublisher, publisherClient } from '../../test/support/publisher/scene.ts'
import { staffClient } from '../../test/support/staff/scene.ts'
import { browser, person } from '../../test/support/staff/staff.ts'
import { mailedToken, mailsTo } from '../../test/support/staff/staff-mail.ts'

const app = await startApp()
const anybody = staffClient(app, () => '')
const password = 'four quite other words here'
const name = 'Lina \u202eQasim'

test('by the link of a mail a person gets a login, once, and makes a publisher with it', async () => {
  const email = 'lina@plugin.example'
  assert.equal((await anybody.call(registerPublisher, { name, email: ' Lina@Plugin.example' })).status, 400)
  const asked = await anybody.call(registerPublisher, { name, email: 'Lina@Plugin.example' })
  assert.deepEqual([asked.status, asked.body.data], [202, { accepted: true }])
  const token = await mailedToken(app, email)
  assert.deepEqual((await anybody.call(getRegistration, { token })).body.data, { email, name: 'Lina Qasim' })
  const weak = await anybody.call(confirmRegistration, { token, password: 'passwordpassword' })
  assert.equal(weak.body.error.code, 'validation_failed')
  const answers = await Promise.all([1, 2, 3].map(() => anybody.call(confirmRegistration, { token, password })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  assert.equal((await anybody.call(getRegistration, { token })).status, 404)
  const theirs = browser(app)
  await theirs.logIn(email, password)
  const made = await makePublisher(publisherClient(app, () => theirs.cookie, ''))
  assert.match(made.id, /^pub_/)
})

test('nothing tells whether a person logs in with an address: only the mail to it does, and it makes no second login', async () => {
  const { email } = await person(app)
  const known = await anybody.call(registerPublisher, { name, email })
  const unknown = await anybody.call(registerPublisher, { name, email: 'unknown@plugin.example' })
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  const [mail = ''] = await mailsTo(app, email)
  assert.match(mail, /\/login\b/)
  assert.doesNotMatch(mail, /\/signup\//)
})

test('an address is written to three times an hour at most, however often it is asked for', async () => {
  const email = 'often@plugin.example'
  for (let time = 0; time < 5; time++)
    assert.equal((await anybody.call(registerPublisher, { name, email })).status, 202)
  assert.equal((await mailsTo(app, email)).length, 3)
})

test('a link that is a day old, or of an address that got a login meanwhile, is no good', async () => {
  const link = async (email: string) => {
    await anybody.call(registerPublisher, { name, email })
    return mailedToken(app, email)
  }
  const [old, first] = [await link('old@plugin.example'), await link('two@plugin.example')]
  await app.sql("update publisher_registration set expires_at = now() where email = 'old@plugin.example'")
  assert.equal((await anybody.call(confirmRegistration, { token: old, password })).status, 404)
  const again = await link('two@plugin.example')
  assert.equal((await anybody.call(confirmRegistration, { token: first, password })).status, 200)
  assert.equal((await anybody.call(confirmRegistration, { token: again, password })).status, 404)
})

test('where only those register who are invited, the others are sent nothing and told the same', async () => {
  const invited = await startApp({ PUBLISHER_SIGNUP: 'invite' })
  const owner = await developer(invited)
  const publisher = await makePublisher(owner.api)
  await invited.insert('publisher_member', {
    ...{ company_id: publisher.sandboxClinicId, id: 'pbm_invited', email: 'asked@plugin.example', role: 'VIEWER' },
    ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
  })
  const api = staffClient(invited, () => '')
  for (const email of ['asked@plugin.example', 'other@plugin.example'])
    assert.equal((await api.call(registerPublisher, { name, email })).status, 202)
  assert.equal((await mailsTo(invited, 'other@plugin.example')).length, 0)
  const token = await mailedToken(invited, 'asked@plugin.example')
  assert.equal((await api.call(confirmRegistration, { token, password })).status, 200)
  const theirs = browser(invited)
  await theirs.logIn('asked@plugin.example', password)
  const own = await publisherClient(invited, () => theirs.cookie, '').list(listOwnPublishers, {})
  assert.deepEqual(
    own.body.data.map(({ id, accepted }) => [id, accepted]),
    [[publisher.id, false]],
  )
})

test('where no person registers there is no such path', async () => {
  const closed = await startApp({ PUBLISHER_SIGNUP: 'off' })
  const answer = await staffClient(closed, () => '').call(registerPublisher, { name, email: 'a@plugin.example' })
  assert.deepEqual([answer.status, answer.body.error.details], [404, { resource: 'path' }])
})
