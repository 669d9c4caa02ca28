import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { createPublisherKey } from '@clinic/contract/publisher/keys.ts'
import { createOwnPlugin, updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { publishVersion, uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { manifest } from '../../test/support/clinic/manifests.ts'
import { keyClient, openPublisherScene, type PublisherScene } from '../../test/support/publisher/scene.ts'
import { installPlugin } from '../domain/plugins/install-plugin.ts'

const app = await startApp()

/** A publisher of whom everything is known that publishing asks for, with a plugin. */
async function ready() {
  const scene = await openPublisherScene(app)
  await app.sql("update publisher set name = 'Nobody', verified_host = 'nobody.example' where id = $1", [
    scene.publisherId,
  ])
  const slug = `ready-${scene.next()}`
  const { body } = await scene.api.call(createOwnPlugin, { publisherId: scene.publisherId, slug })
  return { ...scene, slug, named: { publisherId: scene.publisherId, id: body.data.id } }
}
type Ready = Awaited<ReturnType<typeof ready>>

const upload = ({ api, named, slug }: Ready, version: string, changes: Partial<Manifest> = {}) =>
  api.call(uploadVersion, { ...named, version, manifest: { ...manifest(slug, changes) } })
const publish = ({ api, named }: Pick<Ready, 'api' | 'named'>, version: string) =>
  api.call(publishVersion, { ...named, version })
const unmet = async (scene: Ready, version: string) => (await publish(scene, version)).body.error?.details?.unmet

test('what is published needs the publisher’s name, a verified host and a second factor: all that is unmet is named', async () => {
  const scene = await ready()
  const { user, publisherId, api, named } = scene
  await upload(scene, '1.0.0')
  await app.sql("update publisher set name = 'Another', verified_host = null where id = $1", [publisherId])
  await app.sql('update staff_session set second_factor_at = null where user_id = $1', [user.id])
  await api.call(updateOwnPlugin, { ...named, visibility: 'LISTED' })
  const all = ['developer_name', 'host_verified', 'second_factor', 'review']
  const refused = await publish(scene, '1.0.0')
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'not_publishable'])
  assert.deepEqual(refused.body.error.details?.unmet, all)
  await api.call(updateOwnPlugin, { ...named, visibility: 'PRIVATE' })
  await app.sql("update publisher set name = 'Nobody', verified_host = 'nobody.example' where id = $1", [publisherId])
  assert.deepEqual(await unmet(scene, '1.0.0'), ['second_factor'])
  const { body } = await api.call(createPublisherKey, { publisherId, name: 'Release', rights: ['publish'] })
  assert.deepEqual(await unmet({ ...scene, api: keyClient(app, body.data.key) }, '1.0.0'), ['second_factor'])
  await app.sql('update staff_session set second_factor_at = now() where user_id = $1', [user.id])
  const published = await publish(scene, '1.0.0')
  assert.deepEqual([published.status, published.body.data.state], [200, 'PUBLISHED'])
})

test('a version is published once, by a person or by a key, and is neither withdrawn nor overtaken from below', async () => {
  const scene = await ready()
  const { api, publisherId, named } = scene
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await upload(scene, version)
  const { body } = await api.call(createPublisherKey, { publisherId, name: 'Release', rights: ['publish'] })
  const answers = await Promise.all([
    publish(scene, '1.1.0'),
    publish({ ...scene, api: keyClient(app, body.data.key) }, '1.1.0'),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const gone = await api.call(withdrawVersion, { ...named, version: '1.1.0' })
  assert.deepEqual([gone.status, gone.body.error.code], [409, 'invalid_state_transition'])
  assert.deepEqual(await unmet(scene, '1.0.0'), ['number'])
  await api.call(withdrawVersion, { ...named, version: '1.2.0' })
  assert.equal((await publish(scene, '1.2.0')).body.error.code, 'invalid_state_transition')
})

test('publishing brings every clinic to the version that asks for no more, and has the others asked', async () => {
  const scene = await ready()
  await upload(scene, '1.0.0')
  await publish(scene, '1.0.0')
  const installed = async () => {
    const clinic = await app.clinic()
    return (await app.write(clinic, tx => installPlugin(tx, { slug: scene.slug }))).id
  }
  const ids = [await installed(), await installed()]
  const removed = await installed()
  await app.sql("update installation set status = 'UNINSTALLED', uninstalled_at = now() where id = $1", [removed])
  const stateOf = async (id: string) => {
    const [row] = await app.sql<{ status: string; version: string; pending: string | null }>(
      `select i.status, v.version, w.version as pending from installation i join plugin_version v on v.id = i.plugin_version_id
       left join plugin_version w on w.id = i.pending_version_id where i.id = $1`,
      [id],
    )
    return [row?.status, row?.version, row?.pending]
  }
  await upload(scene, '1.1.0', { allowedIpRanges: ['203.0.113.0/24'] })
  await publish(scene, '1.1.0')
  await runJobs(app)
  for (const id of ids) assert.deepEqual(await stateOf(id), ['ACTIVE', '1.1.0', null])
  await upload(scene, '2.0.0', { requestedScopes: ['appointments:read', 'invoices:read'] })
  await publish(scene, '2.0.0')
  await runJobs(app)
  for (const id of ids) assert.deepEqual(await stateOf(id), ['UPDATE_PENDING', '1.1.0', '2.0.0'])
  assert.deepEqual(await stateOf(removed), ['UNINSTALLED', '1.0.0', null])
})

test('what is tried in the sandbox and not published stays at it', async () => {
  const scene: PublisherScene & Ready = await ready()
  await upload(scene, '1.0.0')
  await publish(scene, '1.0.0')
  const { id } = await app.write(scene.clinic, tx => installPlugin(tx, { slug: scene.slug }))
  await upload(scene, '3.0.0')
  await app.sql(
    "update installation set plugin_version_id = (select id from plugin_version where plugin_id = $2 and version = '3.0.0') where id = $1",
    [id, scene.named.id],
  )
  await upload(scene, '2.0.0')
  await publish(scene, '2.0.0')
  await runJobs(app)
  const [row] = await app.sql(
    'select v.version from installation i join plugin_version v on v.id = i.plugin_version_id where i.id = $1',
    [id],
  )
  assert.deepEqual(row, { version: '3.0.0' })
})
