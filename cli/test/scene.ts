import { createPublisherKey } from '@clinic/contract/publisher/keys.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { openPublisherScene } from '../../server/test/support/publisher/scene.ts'

/** A publisher that may publish, with a key of all rights. */
export async function publisherWithKey(app: TestApp) {
  const scene = await openPublisherScene(app)
  const { publisherId, user, api } = scene
  await app.sql('update staff_session set confirmed_at = now() where user_id = $1', [user.id])
  await app.sql("update publisher set name = 'Nobody', verified_host = 'nobody.example' where id = $1", [publisherId])
  const { body, text } = await api.call(createPublisherKey, {
    ...{ publisherId, name: 'Laptop', rights: ['read', 'test', 'publish'] },
  })
  if (!body.data) throw new Error(text)
  return { ...scene, key: body.data.key, env: { CLINIC_TOKEN: body.data.key, CLINIC_PUBLISHER: publisherId } }
}
