import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import { SETTING_TYPES } from '@clinic/contract/setting-values.ts'
import { SECRET_MASK, type SettingsSchema } from '@clinic/contract/settings-schema.ts'
import type { getConsent } from '@clinic/contract/staff/catalogue.ts'
import type { getInstalledPlugin, installPlugin } from '@clinic/contract/staff/installations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { employee } from '../../test/support/staff/staff.ts'

const app = await startApp()
const clinic = await app.clinic()
const [branch, closed] = [await app.branch(clinic), await app.branch(clinic)]
const [doctor, gone] = [await app.doctor([branch]), await app.doctor([branch])]
const [approved, pending] = [await template(app, clinic), await template(app, clinic, { status: 'PENDING' })]
const elsewhere = await app.branch(await app.clinic())
const owner = await employee(app, clinic, 'owner')
await app.sql('update branch set active = false where id = $1', [closed.id])
await app.sql('update practitioner set active = false where id = $1', [gone.id])

const SECRET = 'a-planted-secret'
const options = ['one', 'two'].map(value => ({ value, label: { en: value, ar: value } }))
/** A value of each type. */
const VALUES: Record<(typeof SETTING_TYPES)[number], unknown> = {
  ...{ text: 'Hello', secret: SECRET, number: 1.5, integer: 24, boolean: true, select: 'one', multiselect: ['two'] },
  ...{ url: 'https://plugin.example.com', email: 'desk@clinic.example', phone: '+966501234567', date: '2026-07-05' },
  ...{ time: '09:30', branch: branch.id, practitioner: doctor.id, messageTemplate: approved.id },
}
const fieldOf = (type: (typeof SETTING_TYPES)[number]) => ({
  ...{ key: type, type, label: { en: type, ar: type } },
  ...(type.endsWith('select') && { options }),
})
const everyType: SettingsSchema = { version: 1, fields: SETTING_TYPES.map(fieldOf) }

let plugins = 0
async function installed(settingsSchema: SettingsSchema, settings: Record<string, unknown> = {}) {
  const slug = `settings-${++plugins}`
  await publish(app, '1.0.0', manifest(slug, { settingsSchema }))
  const { consentHash } = (await owner.send<Returned<typeof getConsent>>('GET', `/catalogue/${slug}/consent`)).body.data
  const wish = { slug, consentHash, language: 'en', settings }
  const { status, body } = await owner.send<Returned<typeof installPlugin>>('POST', '/installations', wish)
  assert.equal(status, 201, JSON.stringify(body))
  const path = `/installations/${body.data.installation.id}`
  const read = async () => (await owner.send<Returned<typeof getInstalledPlugin>>('GET', path)).body.data.settings
  const save = async (changes: Record<string, unknown>) => {
    const answer = await owner.send('PATCH', `${path}/settings`, { settings: changes })
    return answer.status === 200 ? 200 : issuesOf(answer.body.error.details)
  }
  return { read, save }
}
const issuesOf = (details: unknown) =>
  (details as { issues: { path: string; code: string }[] }).issues.map(({ path, code }) => `${path} ${code}`)

test('each of the 15 types of fields is saved when installing and later, and no answer holds a secret', async () => {
  assert.equal(SETTING_TYPES.length, 15)
  const shown = { ...VALUES, secret: SECRET_MASK }
  const atOnce = await installed(everyType, VALUES)
  assert.deepEqual(await atOnce.read(), shown)
  const later = await installed(everyType)
  assert.equal(await later.save(VALUES), 200)
  assert.deepEqual(await later.read(), shown)
})

test('a value that is none of its type is refused at its field, each of the 15', async () => {
  const { save, read } = await installed(everyType, VALUES)
  for (const type of SETTING_TYPES) {
    const wrong = await save({ [type]: { not: 'a value' } })
    assert.ok(Array.isArray(wrong) && wrong.every(issue => issue.startsWith(`/settings/${type} `)), `${type}: ${wrong}`)
  }
  assert.deepEqual(await read(), { ...VALUES, secret: SECRET_MASK })
})

test('branch, practitioner and message template are records in use of this clinic, templates those that are approved', async () => {
  const { save } = await installed(everyType)
  for (const [type, ids] of Object.entries({
    branch: [closed.id, elsewhere.id, 'bra_nowhere'],
    practitioner: [gone.id],
    messageTemplate: [pending.id],
  }))
    for (const id of ids) assert.deepEqual(await save({ [type]: id }), [`/settings/${type} not_found`], `${type} ${id}`)
})

test('a record that is not in use any more may stay where it stands, and the others change beside it', async () => {
  const { save, read } = await installed(everyType, VALUES)
  await app.sql("update message_template set status = 'PAUSED' where id = $1", [approved.id])
  assert.equal(await save({ messageTemplate: approved.id, integer: 48 }), 200)
  assert.equal((await read()).integer, 48)
  assert.equal(await save({ messageTemplate: null }), 200)
  assert.deepEqual(await save({ messageTemplate: approved.id }), ['/settings/messageTemplate not_found'])
  await app.sql("update message_template set status = 'APPROVED' where id = $1", [approved.id])
})

test('what visibleWhen hides keeps its value and is not required; shown again, it is', async () => {
  const dependent = { ...fieldOf('text'), required: true, visibleWhen: { key: 'boolean', equals: true } }
  const { save, read } = await installed({ version: 1, fields: [fieldOf('boolean'), dependent] })
  assert.deepEqual(await save({ boolean: true }), ['/settings/text required'])
  assert.equal(await save({ boolean: true, text: 'Kept' }), 200)
  assert.equal(await save({ boolean: false }), 200)
  assert.deepEqual(await read(), { boolean: false, text: 'Kept' })
  assert.equal(await save({ text: null }), 200)
  assert.deepEqual(await save({ boolean: true }), ['/settings/text required'])
})
