import type { Manifest } from '@clinic/contract/manifest.ts'
import { createOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { submitVersion, uploadVersion } from '@clinic/contract/publisher/versions.ts'
import { manifest } from '../clinic/manifests.ts'
import type { PublisherScene } from './scene.ts'

const both = (en: string) => ({ en, ar: `${en} بالعربية` })

/** The manifest of a plugin whose every text is there in Arabic. */
export function bilingual(slug: string, changes: Partial<Manifest> = {}): Manifest {
  const plain = manifest(slug, changes)
  return { ...plain, plugin: { ...plain.plugin, name: both('Reminders'), description: both('It reminds.') } }
}

/** A listed plugin of which all is known that handing a version in asks for. */
export async function listedPlugin({ app, api, publisherId, next }: PublisherScene) {
  await app.sql("update publisher set name = 'Nobody', verified_host = 'nobody.example' where id = $1", [publisherId])
  const slug = `listed-${next()}-${publisherId.slice(-6)}`
  const { body } = await api.call(createOwnPlugin, { publisherId, slug, visibility: 'LISTED' })
  const { id } = body.data
  await app.sql("update plugin set icon = '\\x89504e470d0a1a0a', icon_type = 'image/png' where id = $1", [id])
  return { publisherId, id, slug }
}

/** The same with a version that has passed its exam. */
export async function examinedVersion(scene: PublisherScene, version = '1.0.0', changes: Partial<Manifest> = {}) {
  const { slug, ...named } = await listedPlugin(scene)
  const document = bilingual(slug, changes)
  const { body } = await scene.api.call(uploadVersion, { ...named, version, manifest: { ...document } })
  await scene.app.sql("update plugin_version set exam_id = 'exm_passed' where id = $1", [body.data.id])
  return { ...named, slug, version, versionId: body.data.id }
}

/** The same, handed in. */
export async function submittedVersion(scene: PublisherScene, version = '1.0.0') {
  const { slug, versionId, ...named } = await examinedVersion(scene, version)
  const { status, text } = await scene.api.call(submitVersion, named)
  if (status !== 200) throw new Error(text)
  return { ...named, slug, versionId }
}
