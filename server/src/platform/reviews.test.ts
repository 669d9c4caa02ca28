import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInClinic } from '@clinic/contract/access.ts'
import { platformOperations } from '@clinic/contract/platform/index.ts'
import { listPlatformPlugins, startPluginEverywhere, stopPluginEverywhere } from '@clinic/contract/platform/plugins.ts'
import { decideReview, getPlatformRoles, getReview, listReviews } from '@clinic/contract/platform/reviews.ts'
import { listOwnPlugins } from '@clinic/contract/publisher/plugins.ts'
import { startOwnPlugin, stopOwnPlugin } from '@clinic/contract/publisher/stops.ts'
import { getOwnVersion, publishVersion, submitVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import { getCatalogueEntry, listCatalogue } from '@clinic/contract/staff/catalogue.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { sandboxMessages } from '../../test/support/clinic/sandbox-messages.ts'
import { platformClient, reviewer } from '../../test/support/platform/scene.ts'
import { examinedVersion, submittedVersion } from '../../test/support/publisher/listed-plugin.ts'
import { developer, member, openPublisherScene } from '../../test/support/publisher/scene.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'
import { forgetStepUp } from '../../test/support/staff/staff.ts'
import { mailsTo } from '../../test/support/staff/staff-mail.ts'

const app = await startApp()
const one = await reviewer(app)
const clinic = await openStaffScene(app)
const offered = async () => (await clinic.api.list(listCatalogue, {})).body.data.map(({ slug }) => slug)

test('what every clinic is to find meets all conditions first; those that are unmet are named', async () => {
  const scene = await openPublisherScene(app)
  const { publisherId, id, version, versionId } = await examinedVersion(scene)
  const which = { publisherId, id, version }
  await app.sql('update plugin set icon = null, icon_type = null where id = $1', [id])
  await app.sql('update plugin_version set exam_id = null where id = $1', [versionId])
  await app.sql("update publisher set name = 'Another', verified_host = null where id = $1", [publisherId])
  const unmet = ['developer_name', 'host_verified', 'icon', 'exam']
  const refused = await scene.api.call(submitVersion, which)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'not_publishable'])
  assert.deepEqual(refused.body.error.details?.unmet, unmet)
  assert.deepEqual((await scene.api.call(getOwnVersion, which)).body.data.unmet, unmet)
  assert.deepEqual((await scene.api.call(publishVersion, which)).body.error.details?.unmet, [
    ...['developer_name', 'host_verified', 'review'],
  ])
  const english = await examinedVersion(scene, '1.0.0', {
    webhooks: [{ name: { en: 'Bookings' }, events: ['appointment.created'] }],
  })
  const { slug: _, versionId: __, ...other } = english
  assert.deepEqual((await scene.api.call(submitVersion, other)).body.error.details?.unmet, ['arabic_texts'])
})

test('a version that is approved is found by every clinic, and both sides are written to', async () => {
  const scene = await openPublisherScene(app)
  const { slug, versionId, ...which } = await submittedVersion(scene)
  assert.match((await mailsTo(app, one.user.email))[0] ?? '', /waits/)
  assert.ok(!(await offered()).includes(slug))
  const listed = (await one.api.list(listReviews, {})).body.data.find(({ id }) => id === versionId)
  assert.deepEqual([listed?.slug, listed?.publisherId], [slug, which.publisherId])
  const seen = (await one.api.call(getReview, { id: versionId })).body.data
  assert.deepEqual([seen.difference.from, seen.manifest.manifestVersion], [null, 1])
  const answers = await Promise.all(
    [1, 2].map(() => one.api.call(decideReview, { id: versionId, decision: 'APPROVED' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.ok((await offered()).includes(slug))
  assert.equal((await clinic.api.call(getCatalogueEntry, { slug })).body.data.icon?.startsWith('/plugin-icons/'), true)
  await runJobs(app)
  const mails = (await sandboxMessages(app)).filter(({ recipient }) => recipient === scene.user.email)
  assert.ok(mails.some(({ body }) => body.includes(`${slug} 1.0.0 is published`)))
  const [record] = await app.sql(
    "select caller, changed_fields from audit_record where operation = 'decideReview' and company_id = 'platform'",
  )
  assert.deepEqual(record, { caller: `staff ${one.user.id}`, changed_fields: ['state'] })
})

test('what is rejected needs a reason, which its publisher reads in both languages; the number stays taken', async () => {
  const scene = await openPublisherScene(app)
  const { slug, versionId, ...which } = await submittedVersion(scene)
  const without = await one.api.call(decideReview, { id: versionId, decision: 'REJECTED' })
  assert.deepEqual(without.body.error.details?.issues?.[0]?.path, '/reason')
  const reason = { en: 'The privacy page is empty.', ar: 'صفحة الخصوصية فارغة.' }
  const rejected = await one.api.call(decideReview, { id: versionId, decision: 'REJECTED', reason })
  assert.equal(rejected.body.data.state, 'REJECTED')
  const { state, review, unmet } = (await scene.api.call(getOwnVersion, which)).body.data
  assert.deepEqual(
    [state, review?.decision, review?.reasonEn, review?.reasonAr, unmet],
    [...['REJECTED', 'REJECTED', reason.en, reason.ar], []],
  )
  assert.equal((await scene.api.call(submitVersion, which)).body.error.code, 'invalid_state_transition')
  assert.ok(!(await offered()).includes(slug))
})

test('what its publisher withdraws waits no more', async () => {
  const scene = await openPublisherScene(app)
  const { slug: _, versionId, ...which } = await submittedVersion(scene)
  assert.equal((await scene.api.call(withdrawVersion, which)).status, 200)
  assert.ok(!(await one.api.list(listReviews, {})).body.data.some(({ id }) => id === versionId))
  const late = await one.api.call(decideReview, { id: versionId, decision: 'APPROVED' })
  assert.equal(late.body.error.code, 'invalid_state_transition')
})

test('no reviewer decides about what a publisher of theirs has made', async () => {
  const scene = await openPublisherScene(app)
  const { versionId } = await submittedVersion(scene)
  const publisher = { id: scene.publisherId, sandboxClinicId: scene.clinic.company_id }
  const insider = await member(app, publisher, 'VIEWER')
  await app.sql("insert into platform_role values ($1, 'REVIEWER', 'system test', now())", [insider.user.id])
  const api = platformClient(app, () => insider.cookie)
  assert.equal((await api.call(decideReview, { id: versionId, decision: 'APPROVED' })).body.error.code, 'not_permitted')
})

test('the platform is for logins that a command has given the role, with a second factor, each operation', async () => {
  const stranger = await developer(app)
  const theirs = platformClient(app, () => stranger.cookie)
  assert.deepEqual((await theirs.call(getPlatformRoles, {})).body.data.roles, [])
  const within = platformOperations.filter(({ access }) => isInClinic(access))
  const { user, api } = await reviewer(app)
  const codes = async (client: typeof api) =>
    new Set(
      await Promise.all(
        within.map(
          async ({ method, path }) =>
            (await client.send(method, path.replace(':id', 'x'), method === 'GET' ? undefined : {})).body.error?.code,
        ),
      ),
    )
  assert.deepEqual(await codes(theirs), new Set(['not_permitted']))
  await app.sql('update staff_session set second_factor_at = null where user_id = $1', [user.id])
  assert.deepEqual(await codes(api), new Set(['second_factor_required']))
  await app.sql('update staff_session set second_factor_at = now() where user_id = $1', [user.id])
  for (const { id, method, path, stepUp } of within) {
    await forgetStepUp(app, user)
    const { body } = await api.send(method, path.replace(':id', 'x'), method === 'GET' ? undefined : {})
    assert.equal(body.error?.code === 'step_up_required', stepUp, id)
  }
})

test('what one side has stopped in every clinic goes on when that side lets it, with a record in each', async () => {
  const scene = await openPublisherScene(app)
  const { slug: _, versionId, publisherId, id } = await submittedVersion(scene)
  await one.api.call(decideReview, { id: versionId, decision: 'APPROVED' })
  const place = await app.clinic()
  const { installation, token } = await app.installation(place)
  await app.sql('update installation set plugin_id = $1 where id = $2', [id, installation.id])
  const status = async () => (await app.api(token).get('/clinic')).status
  assert.equal(await status(), 200)
  const stopped = await scene.api.call(stopOwnPlugin, { publisherId, id, reason: 'A fault.' })
  assert.deepEqual(stopped.body.data, { id, installations: 1 })
  const isStopped = async () =>
    (await scene.api.list(listOwnPlugins, { publisherId })).body.data.find(plugin => plugin.id === id)?.stoppedAt !==
    null
  assert.equal(await isStopped(), true)
  assert.equal(await status(), 403)
  await one.api.call(stopPluginEverywhere, { id })
  assert.deepEqual((await scene.api.call(startOwnPlugin, { publisherId, id })).body.data, { id, installations: 0 })
  assert.equal(await isStopped(), false)
  assert.equal(await status(), 403)
  const all = (await one.api.list(listPlatformPlugins, {})).body.data.find(plugin => plugin.id === id)
  assert.deepEqual([all?.stoppedByPublisher, all?.stoppedByReviewer === null], [null, false])
  assert.deepEqual((await one.api.call(startPluginEverywhere, { id })).body.data.installations, 1)
  assert.equal(await status(), 200)
  const records = await app.sql<{ operation: string; caller: string }>(
    "select operation, caller from audit_record where company_id = $1 and 'heldAt' = any(changed_fields) order by recorded_at",
    [place.company_id],
  )
  assert.deepEqual(records, [
    { operation: 'stopOwnPlugin', caller: `staff ${scene.user.id}` },
    { operation: 'startPluginEverywhere', caller: `staff ${one.user.id}` },
  ])
  const other = await openPublisherScene(app)
  const foreign = await other.api.call(stopOwnPlugin, { publisherId: other.publisherId, id })
  assert.equal(foreign.status, 404)
})
