import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { publisherOperations } from '@clinic/contract/publisher/index.ts'
import { createPublisherKey } from '@clinic/contract/publisher/keys.ts'
import { PUBLISHER_RIGHTS, PUBLISHER_ROLES } from '@clinic/contract/publisher/roles.ts'
import { publisherImplementations } from '../../src/publisher/publisher-api.ts'
import { shownPlugins } from '../../src/staff/shown-plugins.ts'
import type { Answer, Api, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import { developer, keyClient, makePublisher, member, openPublisherScene } from '../support/publisher/scene.ts'
import { forgetStepUp } from '../support/staff/staff.ts'

const app = await startApp()
const scene = await openPublisherScene(app)
const { publisherId } = scene
const publisher = { id: publisherId, sandboxClinicId: scene.clinic.company_id }

/** Said here again, by hand, so that no slip in a declaration goes unseen. */
const OF_OWNERS = [
  ...[
    'updatePublisher',
    'listPublisherMembers',
    'addPublisherMember',
    'changePublisherMember',
    'removePublisherMember',
    'checkPublisherHost',
  ],
  ...['publishVersion', 'withdrawVersion', 'submitVersion'],
  ...['createInstallLink', 'endInstallLink', 'stopOwnPlugin', 'startOwnPlugin'],
]
const TESTING = [
  ...['createOwnPlugin', 'updateOwnPlugin', 'checkManifest', 'uploadVersion', 'createTestInstallation', 'startExam'],
  ...['resendOwnDelivery', 'recoverOwnEvents', 'sendOwnTestEvent'],
]
/** The code is the secret: the key of a server that runs need be good for nothing else. */
const CLAIMING = ['claimInstallation']
const OF_DEVELOPERS = [
  ...['listPublisherKeys', 'createPublisherKey', 'revokePublisherKey'],
  ...['approveDeviceLogin', 'denyDeviceLogin', 'listInstallLinks'],
  ...['listOwnTokens', 'createOwnToken', 'rotateOwnToken', 'revokeOwnToken'],
  ...CLAIMING,
  ...TESTING,
]
const OF_VIEWERS = [
  ...['getPublisher', 'listOwnPlugins', 'listOwnVersions', 'getOwnVersion', 'listExams', 'getExam'],
  ...['listOwnInstallations'],
  ...['getOwnInstallation', 'listOwnEndpoints', 'listOwnDeliveries', 'getOwnEvent', 'getOwnAttempt'],
  ...['countOwnMissedEvents', 'listOwnRecoveries', 'listOwnRequests'],
]
const WITH_STEP_UP = [
  'addPublisherMember',
  'changePublisherMember',
  'removePublisherMember',
  'createPublisherKey',
  'createOwnToken',
  'rotateOwnToken',
  'approveDeviceLogin',
  'publishVersion',
  'withdrawVersion',
  'submitVersion',
  'startOwnPlugin',
]
/** What a key may do, by the right that it needs. */
const OF_KEYS: Readonly<Record<string, readonly string[]>> = {
  read: [...OF_VIEWERS, ...CLAIMING],
  test: TESTING,
  publish: ['publishVersion', 'withdrawVersion', 'submitVersion'],
}

const within = publisherOperations.filter(({ access }) => access.by === 'publisher')
const idIn = ({ path }: Operation) => path.replace(':publisherId', publisherId).replaceAll(/:\w+/g, 'x')
const send = (api: Api, operation: Operation, headers = {}): Promise<Answer<Loose>> =>
  api.send(operation.method, idIn(operation), operation.method === 'GET' ? undefined : {}, { headers })
const codeOf = ({ status, body }: Answer<Loose>): string => (status < 300 ? 'done' : body.error.code)

const allowed = {
  OWNER: [...OF_OWNERS, ...OF_DEVELOPERS, ...OF_VIEWERS],
  DEVELOPER: [...OF_DEVELOPERS, ...OF_VIEWERS],
  VIEWER: OF_VIEWERS,
}

test('serves every operation that is declared, and describes each', async () => {
  const outside = {
    run: async () => [],
    fetchFrom: async () => 'unreachable' as const,
    consoleUrl: app.url,
    shown: shownPlugins(5000),
    usualPatients: 5000,
    checkUrl: async () => ({ LIVE: false, TEST: false }),
  }
  const served = publisherImplementations(outside).map(({ operation }) => operation)
  assert.deepEqual(new Set(served), new Set(publisherOperations))
  const response = await fetch(`${app.url}/publisher/v1/openapi.json`)
  const published: unknown = await response.json()
  assert.ok(isRecord(published) && isRecord(published.paths))
  const described = Object.values(published.paths).flatMap(item => (isRecord(item) ? Object.values(item) : []))
  assert.equal(described.length, publisherOperations.length)
})

for (const role of PUBLISHER_ROLES)
  test(`${role}: may do what the role permits and is refused the rest, each operation`, async () => {
    const { api } = await member(app, publisher, role)
    for (const operation of within) {
      const code = codeOf(await send(api, operation))
      assert.equal(code !== 'not_permitted', allowed[role].includes(operation.id), `${operation.id}: ${code}`)
      assert.ok(!['unauthenticated', 'internal_error'].includes(code), `${operation.id}: ${code}`)
    }
  })

for (const right of PUBLISHER_RIGHTS)
  test(`a key with the right ${right} does what the right permits, and what a right does not name no key does`, async () => {
    const input = { publisherId, name: right, rights: [right] }
    const { body } = await scene.api.call(createPublisherKey, input)
    const api = keyClient(app, body.data.key)
    for (const operation of within) {
      const code = codeOf(await send(api, operation))
      assert.equal(code !== 'not_permitted', OF_KEYS[right]?.includes(operation.id), `${operation.id}: ${code}`)
    }
  })

test('a publisher that the caller does not belong to is as unknown as one that never was, each operation', async () => {
  const stranger = await developer(app)
  const other = await makePublisher((await developer(app)).api)
  const { body } = await scene.api.call(createPublisherKey, {
    ...{ publisherId, name: 'All', rights: [...PUBLISHER_RIGHTS] },
  })
  const never = `${other.id.slice(0, -6)}zzzzzz`
  for (const operation of within)
    for (const api of [stranger.api, keyClient(app, body.data.key)]) {
      const told = await Promise.all(
        [other.id, never, 'pub_', 'platform', '%00', '..%2f'].map(async id => {
          const path = idIn(operation).replace(publisherId, id)
          const { status, body: answer } = await api.send(operation.method, path)
          return { status, code: answer.error.code, details: answer.error.details }
        }),
      )
      for (const one of told)
        assert.deepEqual(one, { status: 404, code: 'not_found', details: { resource: 'publisher' } }, operation.id)
    }
})

test('what needs a step-up is refused a person five minutes after the last one, everything else is not', async () => {
  const { api, user } = await member(app, publisher, 'OWNER')
  for (const operation of within) {
    await forgetStepUp(app, user)
    const code = codeOf(await send(api, operation))
    assert.equal(code === 'step_up_required', WITH_STEP_UP.includes(operation.id), `${operation.id}: ${code}`)
  }
})

test('a person’s writes are taken from the console’s own pages alone', async () => {
  for (const operation of publisherOperations.filter(({ method }) => method !== 'GET')) {
    const answer = await send(scene.api, operation, { origin: 'https://evil.example' })
    assert.deepEqual([answer.status, codeOf(answer)], [403, 'origin_not_allowed'], operation.id)
  }
})
