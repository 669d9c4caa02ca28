import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint, rotateWebhookEndpointSecret } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { everythingStored } from '../../test/support/database/everything-stored.ts'
import { employee, member, person } from '../../test/support/staff/staff.ts'
import { mailedToken, mailsTo } from '../../test/support/staff/staff-mail.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, startReceiver } from '../../test/support/webhooks/receiver.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'

const app = await startApp()

test('no signing secret and no plugin token lies in the database in clear, in whatever spelling', async () => {
  const receiver = await startReceiver(answers(500))
  await startDispatcher(app, { rules: { maxAttempts: 2 } })
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const { token, installation } = await app.installation(clinic, { mode: 'TEST' })
  const issued = await app.write(clinic, tx => issueToken(tx, { installationId: installation.id, allowedIpRanges: [] }))
  const api = app.api(token)
  const created = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const rotated = await api.call(rotateWebhookEndpointSecret, { id: created.body.data.id })
  await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
  await receiver.got(2)
  const secrets = [created.body.data.signingSecret, rotated.body.data.signingSecret, token, issued.token]
  const text = await everythingStored(app.sql)
  assert.ok(text.includes(created.body.data.id))
  for (const secret of secrets) {
    const bytes = Buffer.from(secret)
    const bare = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    for (const spelling of [secret, bytes.toString('hex'), bytes.toString('base64'), bare.toString('hex')])
      assert.ok(!text.includes(spelling), 'A secret lies in clear.')
  }
})

test('no link of a mail lies in the database in clear, where it was kept instead of being sent either', async () => {
  const clinic = await app.clinic({ name: 'Invented Clinic' })
  const [owner, forgetful] = [await employee(app, clinic, 'owner'), await person(app)]
  await member(app, forgetful, clinic)
  await owner.send('POST', '/invitations', { email: 'invited@clinic.example', role: 'doctor' })
  await owner.send('POST', '/password-resets', { email: forgetful.email })
  for (const email of ['invited@clinic.example', forgetful.email]) {
    const token = await mailedToken(app, email)
    assert.match(token, /^[\w-]{43}$/)
    const text = await everythingStored(app.sql)
    const [mail = ''] = await mailsTo(app, email)
    assert.ok(text.includes(email) && mail.includes(token))
    for (const spelling of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')])
      assert.ok(!text.includes(spelling), 'A link lies in clear.')
  }
})
