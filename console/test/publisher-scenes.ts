import { PUBLISHER_ROOMS, type PublisherRoomKey } from '@clinic/console/app/publisher-rooms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { sendOwnTestEvent } from '@clinic/contract/publisher/deliveries.ts'
import { PROBE_OUTCOMES, PROBES, startExam } from '@clinic/contract/publisher/exams.ts'
import { createInstallLink } from '@clinic/contract/publisher/install-links.ts'
import { createPublisherKey, revokePublisherKey } from '@clinic/contract/publisher/keys.ts'
import { addPublisherMember } from '@clinic/contract/publisher/members.ts'
import { createOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { updatePublisher } from '@clinic/contract/publisher/publishers.ts'
import { listOwnRequests } from '@clinic/contract/publisher/requests.ts'
import { createTestInstallation } from '@clinic/contract/publisher/test-installations.ts'
import { uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { reviewer } from '../../server/test/support/platform/scene.ts'
import { submittedVersion } from '../../server/test/support/publisher/listed-plugin.ts'
import { member, openPublisherScene, type PublisherScene } from '../../server/test/support/publisher/scene.ts'
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

/** An exam that the version has failed, with a probe of every outcome. */
async function failedExam(app: TestApp, { api, publisherId }: PublisherScene, which: { id: string; version: string }) {
  const { body, text } = await api.call(startExam, {
    ...{ publisherId, ...which, url: 'http://localhost:4100/hooks' },
    settings: { apiKey: 'invented' },
  })
  if (!body.data) throw new Error(text)
  const { id, installationId } = body.data
  const told = { sent: 'An event.', expected: 'An answer of 2xx within 10 s.', happened: 'HTTP 500 after 12 ms.' }
  const probes = PROBE_OUTCOMES.map((outcome, place) => ({ probe: PROBES[place], outcome, ...told }))
  await app.sql("update plugin_exam set state = 'FAILED', ended_at = now(), probes = $2 where id = $1", [
    ...[id, JSON.stringify(probes)],
  ])
  await app.sql("update installation set status = 'UNINSTALLED', uninstalled_at = now() where id = $1", [
    installationId,
  ])
}

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
  await failedExam(app, scene, { ...plugin, version: '2.0.0' })
  const installation = await triedVersion(app, scene, { ...plugin, version: '2.0.0' })
  const scenes: Scenes = {
    ownPlugins: { also: ['?open=new'] },
    ownPlugin: { about, also: ['?tab=details'] },
    newVersion: { about },
    ownVersion: {
      about: { ...about, version: '2.0.0' },
      also: ['?tab=consent', '?tab=settings', '?tab=manifest', '?tab=exam'],
    },
    ownInstallations: { also: ['?mode=LIVE'] },
    ownInstallation: {
      about: { id: installation.id },
      also: [
        ...['?tab=keys', '?tab=keys&open=new', '?tab=endpoints', '?tab=deliveries', '?tab=requests'],
        ...[`?tab=deliveries&open=${installation.eventId}`, `?tab=requests&open=${installation.requestId}`],
      ],
    },
    publisherSandbox: {},
    ownKeys: { also: ['?open=new'] },
    publisherTeam: {},
    publisherSettings: {},
  }
  return { scene, scenes, slug, plugin, viewer }
}

/** A version in the sandbox that has asked, and was told of an event whose first attempt has failed. */
async function triedVersion(
  app: TestApp,
  { api }: PublisherScene,
  version: { publisherId: string; id: string; version: string },
) {
  const { publisherId } = version
  const tried = await api.call(createTestInstallation, {
    ...version,
    settings: { apiKey: 'a-planted-secret' },
    webhookUrls: [{ template: 1, url: 'https://93.184.215.14/hooks/bookings' }],
  })
  const { installation, token, webhooks } = tried.body.data
  const [endpointId = ''] = webhooks.map(({ id }) => id)
  const sent = await api.call(sendOwnTestEvent, { publisherId, installationId: installation.id, endpointId })
  const { id, eventId } = sent.body.data
  const failure = { at: new Date().toISOString(), status: 500, error: 'http_status', ms: 12 }
  await app.sql(
    `update webhook_delivery set state = 'WAITING', attempts = 1, response_status = 500, error_class = 'http_status',
       duration_ms = 12, last_attempt_at = $2, failures = $3 where id = $1`,
    [id, failure.at, JSON.stringify([failure])],
  )
  const client = app.api(token ?? '')
  await client.get('/appointments?limit=1')
  const refused = await client.get('/invoices/inv_01k9exam00000000000000000a')
  const requestId = refused.headers.get('service-request-id') ?? ''
  const which = { publisherId, installationId: installation.id }
  await eventually(
    async () => (await api.list(listOwnRequests, which)).body.data.some(one => one.id === requestId),
    true,
  )
  return { id: installation.id, eventId, requestId }
}

/** Every address at which a room is looked at. */
export function publisherAddresses(publisherId: string, room: PublisherRoomKey, { about = {}, also = [] }: Scene) {
  const path = PUBLISHER_ROOMS[room].path.replace(/:(\w+)/g, (_, name: string) => about[name] ?? 'nothing')
  return ['', ...also].map(search => `/publisher/${publisherId}${path}${search}`)
}

/** What is opened by a code, by a link and by reviewers alone. */
export async function besidesRooms(app: TestApp, { api, publisherId }: PublisherScene, pluginId: string) {
  const submitted = await submittedVersion(await openPublisherScene(app))
  const link = await api.call(createInstallLink, { publisherId, id: pluginId, clinics: 1, days: 1 })
  const review = `/platform/review/${submitted.versionId}`
  return {
    reviewer: await reviewer(app),
    reviews: ['/platform/review', ...['', '?tab=consent', '?tab=settings', '?tab=manifest'].map(tab => review + tab)],
    install: new URL(link.body.data.url).pathname,
    /** Where a program that has just asked leads the person, with its code. */
    async activate() {
      const body = new URLSearchParams({ client_id: 'clinic-cli on build-server-of-bright-software' })
      const begun: unknown = await (await fetch(`${app.url}/publisher/v1/device`, { method: 'POST', body })).json()
      const { verification_uri_complete: address } = isRecord(begun) ? begun : {}
      const { pathname, search } = new URL(String(address))
      return pathname + search
    },
  }
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
