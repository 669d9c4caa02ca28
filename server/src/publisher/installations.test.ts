import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient } from '@clinic/contract/patients.ts'
import {
  getOwnAttempt,
  getOwnEvent,
  listOwnDeliveries,
  recoverOwnEvents,
  sendOwnTestEvent,
} from '@clinic/contract/publisher/deliveries.ts'
import { createInstallLink, endInstallLink } from '@clinic/contract/publisher/install-links.ts'
import {
  createOwnToken,
  listOwnTokens,
  revokeOwnToken,
  rotateOwnToken,
} from '@clinic/contract/publisher/installation-tokens.ts'
import {
  claimInstallation,
  getOwnInstallation,
  listOwnInstallations,
} from '@clinic/contract/publisher/installations.ts'
import { createPublisherKey } from '@clinic/contract/publisher/keys.ts'
import { createOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { listOwnRequests } from '@clinic/contract/publisher/requests.ts'
import { createTestInstallation } from '@clinic/contract/publisher/test-installations.ts'
import { publishVersion, uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import { getCatalogueEntry, getConsent } from '@clinic/contract/staff/catalogue.ts'
import { openInstallLink } from '@clinic/contract/staff/install-links.ts'
import { installPlugin, uninstallPlugin } from '@clinic/contract/staff/installations.ts'
import { createPluginEndpoint } from '@clinic/contract/staff/plugin-endpoints.ts'
import { createSetupLink, putSharedIds } from '@clinic/contract/staff/plugin-setup.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { manifest } from '../../test/support/clinic/manifests.ts'
import { eventually } from '../../test/support/eventually.ts'
import { keyClient, member, openPublisherScene, type PublisherScene } from '../../test/support/publisher/scene.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const scene = await openPublisherScene(app)
const { api, publisherId } = scene
const elsewhere = await openPublisherScene(app)
const type = 'patient.created' as const
const version = '1.0.0'

/** A private plugin that is published, with a setup of its own where it is asked for. */
async function published({ app: on, api: by, publisherId: of, next }: PublisherScene, setupUrl?: string) {
  await on.sql("update publisher set name = 'Nobody', verified_host = 'nobody.example' where id = $1", [of])
  const slug = `private-${next()}-${of.slice(-5)}`
  const { body } = await by.call(createOwnPlugin, { publisherId: of, slug, ...(setupUrl && { setupUrl }) })
  const named = { publisherId: of, id: body.data.id }
  const document = manifest(slug, {
    requestedScopes: ['patients:read', 'patients:write'],
    requestedEvents: [type],
    webhooks: [{ name: { en: 'New patients' }, events: [type] }],
  })
  await by.call(uploadVersion, { ...named, version, manifest: { ...document } })
  await by.call(publishVersion, { ...named, version })
  return { ...named, slug }
}
type Published = Awaited<ReturnType<typeof published>>

const linkTo = async ({ id }: Published, clinics = 1) => {
  const { body, text } = await api.call(createInstallLink, { publisherId, id, clinics, days: 1 })
  assert.ok(body.data, text)
  return { linkId: body.data.id, token: body.data.url.split('/').at(-1) ?? '' }
}

/** A clinic whose owner has opened the link of a plugin and installed it. */
async function installedIn(plugin: Published) {
  const clinic = await openStaffScene(app)
  // One that is no sandbox.
  await app.sql('update clinic set sandbox = false where company_id = $1', [clinic.clinic.company_id])
  await clinic.api.call(openInstallLink, { token: (await linkTo(plugin)).token })
  const { consentHash } = (await clinic.api.call(getConsent, { slug: plugin.slug })).body.data
  const { body, text } = await clinic.api.call(installPlugin, { slug: plugin.slug, consentHash, language: 'en' })
  assert.ok(body.data, text)
  return { ...clinic, installed: body.data, id: body.data.installation.id }
}
const codeIn = (url: string | null): string => new URL(url ?? '').searchParams.get('code') ?? ''

test('a private plugin is 404 but to clinics whose owner or admin opened its link, which uses up one of them', async () => {
  const plugin = await published(scene)
  const { slug } = plugin
  const [one, other] = [await openStaffScene(app), await openStaffScene(app)]
  const { token } = await linkTo(plugin)
  const found = async ({ api: by }: typeof one) => (await by.call(getCatalogueEntry, { slug })).status
  const desk = await staffMember(app, one.clinic, 'receptionist')
  const refused = await staffClient(app, () => desk.cookie).call(openInstallLink, { token })
  assert.deepEqual([refused.status, await found(one)], [403, 404])
  for (let time = 0; time < 2; time++)
    assert.equal((await one.api.call(openInstallLink, { token })).body.data.slug, slug)
  assert.deepEqual([await found(one), await found(other)], [200, 404])
  assert.equal((await other.api.call(openInstallLink, { token })).status, 404)
  assert.equal(await found(other), 404)
})

test('of twelve clinics at the same time no more open a link than it is for, and none one that is over or ended', async () => {
  const plugin = await published(scene)
  const clinics = await Promise.all(Array.from({ length: 12 }, () => openStaffScene(app)))
  const { token } = await linkTo(plugin, 5)
  const answers = await Promise.all(clinics.map(({ api: by }) => by.call(openInstallLink, { token })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  const [link] = await app.sql('select used from install_link where plugin_id = $1', [plugin.id])
  assert.deepEqual(link, { used: 5 })
  const ended = await linkTo(plugin)
  await api.call(endInstallLink, { publisherId, id: plugin.id, linkId: ended.linkId })
  const over = await linkTo(plugin)
  await app.sql('update install_link set expires_at = now() where id = $1', [over.linkId])
  const late = await openStaffScene(app)
  for (const each of [ended, over])
    assert.equal((await late.api.call(openInstallLink, { token: each.token })).status, 404)
  const foreign = { publisherId: elsewhere.publisherId, id: plugin.id, clinics: 1, days: 1 }
  assert.equal((await elsewhere.api.call(createInstallLink, foreign)).status, 404)
})

test('installing a plugin with a setup gives a link, whose code its publisher’s server takes the key for, once', async () => {
  const plugin = await published(scene, 'https://plugin.example.com/setup?lang=en')
  const { api: owner, id, installed, clinic } = await installedIn(plugin)
  assert.equal(installed.token, null)
  const url = new URL(installed.setupUrl ?? '')
  assert.deepEqual([url.origin, url.searchParams.get('lang')], ['https://plugin.example.com', 'en'])
  const code = codeIn(installed.setupUrl)
  const { body } = await api.call(createPublisherKey, { publisherId, name: 'Server', rights: ['read'] })
  const server = keyClient(app, body.data.key)
  const theirs = await elsewhere.api.call(claimInstallation, { publisherId: elsewhere.publisherId, code })
  assert.equal(theirs.status, 404)
  const claims = await Promise.all([1, 2, 3].map(() => server.call(claimInstallation, { publisherId, code })))
  const [claimed, ...more] = claims.filter(({ status }) => status === 201)
  assert.deepEqual([claimed?.body.data.id, claimed?.body.data.mode, more.length], [id, 'LIVE', 0])
  assert.equal((await app.api(claimed?.body.data.token ?? '').get('/patients')).status, 200)
  const records = await app.sql(
    "select caller from audit_record where company_id = $1 and operation = 'claimInstallation'",
    [clinic.company_id],
  )
  assert.deepEqual(records, [{ caller: `publisher ${publisherId}` }])
  const renew = async () => codeIn((await owner.call(createSetupLink, { id })).body.data.setupUrl)
  const [old, next] = [await renew(), await renew()]
  assert.equal((await server.call(claimInstallation, { publisherId, code: old })).status, 404)
  await app.sql('update setup_code set expires_at = now() where claimed_at is null')
  assert.equal((await server.call(claimInstallation, { publisherId, code: next })).status, 404)
})

test('the keys of an installation in a clinic are the publisher’s only once they were handed over', async () => {
  const plain = await installedIn(await published(scene))
  const which = { publisherId, installationId: plain.id }
  assert.equal((await api.list(listOwnTokens, which)).body.error.code, 'not_permitted')
  assert.equal((await api.call(createOwnToken, { ...which, name: 'Mine' })).body.error.code, 'not_permitted')
  const handed = await installedIn(await published(scene, 'https://plugin.example.com/setup'))
  const own = { publisherId, installationId: handed.id }
  await api.call(claimInstallation, { publisherId, code: codeIn(handed.installed.setupUrl) })
  const [first] = (await api.list(listOwnTokens, own)).body.data
  const tokenId = first?.id ?? ''
  const rotated = (await api.call(rotateOwnToken, { ...own, tokenId, overlapHours: 0 })).body.data
  assert.notEqual(rotated.expiresAt, null)
  assert.equal((await app.api(rotated.token).get('/patients')).status, 200)
  await api.call(revokeOwnToken, { ...own, tokenId: rotated.id })
  assert.equal((await app.api(rotated.token).get('/patients')).status, 401)
  assert.equal((await api.call(createOwnToken, { ...own, name: 'New' })).status, 201)
  const [record] = await app.sql<{ caller: string }>(
    "select caller from audit_record where company_id = $1 and operation = 'createOwnToken'",
    [handed.clinic.company_id],
  )
  assert.equal(record?.caller, `publisher ${scene.user.id}`)
})

test('a publisher sees no id of a live record until the clinic shares them, and none after; its clinic’s audit says what it saw', async () => {
  const { api: owner, id, installed, branch, clinic } = await installedIn(await published(scene))
  const url = 'https://93.184.215.14/webhook'
  const endpoint = await owner.call(createPluginEndpoint, { id, url, events: [type] })
  const plugin = app.api(installed.token ?? '')
  const patient = (await plugin.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })).body
    .data
  await plugin.call(getPatient, { id: patient.id })
  await eventually(async () => (await app.sql('select 1 from request_log where installation_id = $1', [id])).length, 2)
  const failure = { at: new Date().toISOString(), status: 500, error: 'http_status', ms: 12 }
  await app.sql(
    `update webhook_delivery set state = 'WAITING', attempts = 1, response_status = 500, error_class = 'http_status',
       duration_ms = 12, last_attempt_at = $2, failures = $3 where endpoint_id = $1`,
    [endpoint.body.data.id, failure.at, JSON.stringify([failure])],
  )
  const which = { publisherId, installationId: id }
  const [delivery] = (await api.list(listOwnDeliveries, which)).body.data
  const seen = async () => {
    const answers = await Promise.all([
      api.list(listOwnRequests, which),
      api.call(getOwnEvent, { ...which, eventId: delivery?.eventId ?? '' }),
      api.call(getOwnAttempt, { ...which, deliveryId: delivery?.id ?? '', number: 1 }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    return answers.map(({ text }) => text.includes(patient.id) || text.includes(branch.id))
  }
  assert.deepEqual(await seen(), [false, false, false])
  const named = () =>
    app.sql<{ patient_ids: string[] }>(
      "select patient_ids from audit_record where company_id = $1 and operation = 'getOwnEvent' order by recorded_at",
      [clinic.company_id],
    )
  assert.deepEqual((await named()).at(-1)?.patient_ids, [])
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const until of [ahead(8), ahead(-1)])
    assert.equal((await owner.call(putSharedIds, { id, until })).body.error.code, 'validation_failed')
  assert.equal((await owner.call(putSharedIds, { id, until: ahead(6.9) })).status, 200)
  assert.deepEqual(await seen(), [true, true, true])
  assert.deepEqual((await named()).at(-1)?.patient_ids, [patient.id])
  await app.sql("update installation set ids_shared_until = now() - interval '1 second' where id = $1", [id])
  assert.deepEqual(await seen(), [false, false, false])
  await owner.call(putSharedIds, { id, until: ahead(1) })
  await owner.call(putSharedIds, { id, until: null })
  assert.deepEqual(await seen(), [false, false, false])
})

test('what belongs to other plugins of the clinic, or to other publishers, is unknown, whatever ids are named', async () => {
  const { id, clinic, api: owner } = await installedIn(await published(scene))
  const url = 'https://93.184.215.14/webhook'
  const mine = (await owner.call(createPluginEndpoint, { id, url, events: [type] })).body.data
  const neighbour = await app.installation({ ...clinic, sandbox: false }, { events: [type] })
  const theirs = (await owner.call(createPluginEndpoint, { id: neighbour.installation.id, url, events: [type] })).body
    .data
  const sent = await api.call(sendOwnTestEvent, { publisherId, installationId: id, endpointId: mine.id })
  assert.equal(sent.status, 200)
  const span = { since: new Date(Date.now() - 3_600_000).toISOString() }
  const which = { publisherId, installationId: id }
  const statuses = [
    await api.call(sendOwnTestEvent, { ...which, endpointId: theirs.id }),
    await api.call(recoverOwnEvents, { ...which, endpointId: theirs.id, ...span }),
    await api.call(getOwnInstallation, { publisherId, installationId: neighbour.installation.id }),
    await api.list(listOwnRequests, { publisherId, installationId: neighbour.installation.id }),
    await elsewhere.api.call(getOwnInstallation, { publisherId: elsewhere.publisherId, installationId: id }),
    await elsewhere.api.list(listOwnTokens, { publisherId: elsewhere.publisherId, installationId: id }),
    await elsewhere.api.call(getOwnEvent, {
      ...{ publisherId: elsewhere.publisherId, installationId: id, eventId: sent.body.data.eventId },
    }),
  ].map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([404]))
  const listed = async (by: PublisherScene) =>
    (await by.api.list(listOwnInstallations, { publisherId: by.publisherId, limit: 100 })).body.data
  const own = (await listed(scene)).find(one => one.id === id)
  assert.deepEqual([own?.clinicName.en, own?.mode, own?.runs], [clinic.name, 'LIVE', true])
  assert.ok(!(await listed(elsewhere)).some(one => one.id === id))
})

test('pages of installations hold each once, newest first', async () => {
  const all = (await api.list(listOwnInstallations, { publisherId, limit: 100 })).body.data.map(({ id }) => id)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await api.list(listOwnInstallations, { publisherId, limit: 2, ...(cursor && { cursor }) })
    paged.push(...body.data.map(({ id }) => id))
    cursor = body.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(paged, all)
  assert.ok(all.length > 3)
})

test('a version is tried in the own sandbox before any clinic finds it: by a key too, one at a time, and not one taken back', async () => {
  const slug = `tried-${scene.next()}-${publisherId.slice(-5)}`
  const { id } = (await api.call(createOwnPlugin, { publisherId, slug })).body.data
  for (const number of ['1.0.0', '2.0.0'])
    await api.call(uploadVersion, { publisherId, id, version: number, manifest: { ...manifest(slug) } })
  const { body } = await api.call(createPublisherKey, { publisherId, name: 'CI', rights: ['test'] })
  const ci = keyClient(app, body.data.key)
  const first = await ci.call(createTestInstallation, { publisherId, id, version: '1.0.0' })
  assert.match(first.body.data.token ?? '', /^plg_test_/)
  assert.equal((await app.api(first.body.data.token ?? '').get('/appointments')).status, 200)
  const again = await ci.call(createTestInstallation, { publisherId, id, version: '2.0.0' })
  assert.equal(again.body.error.code, 'already_installed')
  const replaced = await ci.call(createTestInstallation, { publisherId, id, version: '2.0.0', replace: true })
  assert.equal(replaced.body.data.installation.version, '2.0.0')
  assert.equal((await app.api(first.body.data.token ?? '').get('/appointments')).status, 401)
  await api.call(withdrawVersion, { publisherId, id, version: '1.0.0' })
  const gone = await ci.call(createTestInstallation, { publisherId, id, version: '1.0.0', replace: true })
  assert.equal(gone.body.error.code, 'invalid_state_transition')
  const viewer = await member(app, { id: publisherId, sandboxClinicId: scene.clinic.company_id }, 'VIEWER')
  assert.equal((await viewer.api.call(createTestInstallation, { publisherId, id, version: '2.0.0' })).status, 403)
})

test('what a clinic removed takes no key any more', async () => {
  const plugin = await published(scene, 'https://plugin.example.com/setup')
  const { api: owner, id, installed } = await installedIn(plugin)
  await owner.call(uninstallPlugin, { id, confirm: plugin.slug })
  const code = codeIn(installed.setupUrl)
  assert.equal((await api.call(claimInstallation, { publisherId, code })).status, 404)
  assert.equal((await owner.call(createSetupLink, { id })).body.error.code, 'invalid_state_transition')
})
