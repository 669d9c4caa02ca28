import { PUBLISHER_ROOMS, type PublisherRoomKey } from '@clinic/console/app/publisher-rooms.ts'
import { createPublisherKey, revokePublisherKey } from '@clinic/contract/publisher/keys.ts'
import { addPublisherMember } from '@clinic/contract/publisher/members.ts'
import { createOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { updatePublisher } from '@clinic/contract/publisher/publishers.ts'
import { uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { member, openPublisherScene } from '../../server/test/support/publisher/scene.ts'
import { openPage } from './console.ts'
import { smileReminders } from './plugin-scenes.ts'

interface Scene {
  /** What the room is about, by the names in its path. */
  about?: Readonly<Record<string, string>>
  /** Further addresses of it: its parts, and what opens beside it. */
  also?: readonly string[]
}
/** How each room is looked at; one that has no scene does not compile. */
type Scenes = Readonly<Record<PublisherRoomKey, Scene>>

/** A publisher with something in every room. */
export async function fullPublisher(app: TestApp) {
  const scene = await openPublisherScene(app)
  const { api, publisherId, clinic } = scene
  await api.call(updatePublisher, {
    ...{ publisherId, name: { en: 'Bright Software (invented)', ar: 'برايت للبرمجيات (وهمي)' } },
    ...{ website: 'https://bright.example', supportEmail: 'help@bright.example' },
  })
  const slug = `smile-${scene.next()}`
  const { body } = await api.call(createOwnPlugin, { publisherId, slug, category: 'Reminders' })
  const plugin = { publisherId, id: body.data.id }
  const first = smileReminders(slug)
  await api.call(uploadVersion, { ...plugin, version: '1.0.0', manifest: { ...first } })
  await app.sql("update plugin_version set state = 'PUBLISHED', published_at = now() where plugin_id = $1", [plugin.id])
  const more = {
    ...first,
    requestedScopes: [...first.requestedScopes, 'invoices:read' as const],
    requestedEvents: [...first.requestedEvents, 'invoice.paid' as const],
    allowedIpRanges: [],
  }
  await api.call(uploadVersion, { ...plugin, version: '1.9.0', manifest: more })
  await api.call(withdrawVersion, { ...plugin, version: '1.9.0' })
  await api.call(uploadVersion, { ...plugin, version: '2.0.0', manifest: more, notes: 'Reminders of unpaid invoices.' })
  await api.call(createOwnPlugin, { publisherId, slug: `lab-bridge-${scene.next()}`, visibility: 'LISTED' })
  const key = { publisherId, rights: ['read' as const, 'test' as const] }
  await api.call(createPublisherKey, { ...key, name: 'Build server' })
  const old = await api.call(createPublisherKey, { ...key, name: 'Old build server' })
  await api.call(revokePublisherKey, { publisherId, id: old.body.data.id })
  await api.call(addPublisherMember, { publisherId, email: 'lina@bright.example', role: 'DEVELOPER' })
  const viewer = await member(app, { id: publisherId, sandboxClinicId: clinic.company_id }, 'VIEWER')
  const about = { id: plugin.id }
  const scenes: Scenes = {
    ownPlugins: { also: ['?open=new'] },
    ownPlugin: { about, also: ['?tab=details'] },
    newVersion: { about },
    ownVersion: {
      about: { ...about, version: '2.0.0' },
      also: ['?tab=consent', '?tab=settings', '?tab=manifest'],
    },
    ownKeys: { also: ['?open=new'] },
    publisherTeam: {},
    publisherSettings: {},
  }
  return { scene, scenes, slug, plugin, viewer }
}

/** Every address at which a room is looked at. */
export function publisherAddresses(publisherId: string, room: PublisherRoomKey, { about = {}, also = [] }: Scene) {
  const path = PUBLISHER_ROOMS[room].path.replace(/:(\w+)/g, (_, name: string) => about[name] ?? 'nothing')
  return ['', ...also].map(search => `/publisher/${publisherId}${path}${search}`)
}

/** A browser with a login that is there already. */
export async function openWith(
  app: TestApp,
  browser: Browser,
  { cookie }: { cookie: string },
  options: BrowserContextOptions = {},
) {
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.page.context().addCookies([{ name, value, url: app.url }])
  return opened
}
