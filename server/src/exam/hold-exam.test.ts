import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { getExam, listExams, type ProbeName, startExam } from '@clinic/contract/publisher/exams.ts'
import { getOwnVersion, submitVersion, uploadVersion } from '@clinic/contract/publisher/versions.ts'
import { getConsent } from '@clinic/contract/staff/catalogue.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { SAMPLE_GRANT, SamplePlugin } from '../../test/support/exam/sample-plugin.ts'
import { bilingual, listedPlugin } from '../../test/support/publisher/listed-plugin.ts'
import { openPublisherScene, type PublisherScene } from '../../test/support/publisher/scene.ts'
import { staffClient } from '../../test/support/staff/scene.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { examinePlugin } from '../jobs/examine-plugin.ts'
import { EXAM_RULES } from './exam-rules.ts'

const app = await startApp()
await startDispatcher(app)

/** The exam of the platform, with less to wait for. */
const jobs = [
  examinePlugin({
    ...EXAM_RULES,
    ...{ readyMs: 0, forgerySilenceMs: 200, endSilenceMs: 1000, removalAfterMs: 1000, quietMs: 500, burst: 3 },
    together: 30,
  }),
]
const hold = () => runJobs(app, { jobs, concurrency: 20 })

/** A version of a listed plugin of a publisher of its own. */
async function uploaded(scene: PublisherScene, grant = SAMPLE_GRANT) {
  const { slug, ...named } = await listedPlugin(scene)
  const which = { ...named, version: '1.0.0' }
  const { text, status } = await scene.api.call(uploadVersion, { ...which, manifest: { ...bilingual(slug, grant) } })
  assert.equal(status, 201, text)
  return { which, slug }
}

/** A sample that has been given its keys, and waits for its exam. */
async function asked(brokenAt?: ProbeName) {
  const scene = await openPublisherScene(app)
  const { which, slug } = await uploaded(scene)
  const plugin = new SamplePlugin(`${app.url}/api/v1`, brokenAt)
  const { body, text } = await scene.api.call(startExam, { ...which, url: await plugin.start() })
  assert.ok(body.data, text)
  const { id: examId, token, signingSecret, installationId } = body.data
  plugin.installed({ token, signingSecret: String(signingSecret) })
  return { scene, which, slug, examId, installationId, brokenAt }
}
type Asked = Awaited<ReturnType<typeof asked>>

const resultOf = async ({ scene, which, examId }: Asked) =>
  (await scene.api.call(getExam, { ...which, examId })).body.data

/** When the newest version of a sample was examined, as the consent page of its publisher's sandbox shows it. */
async function examinedAt({ scene: { clinic, cookie, user }, slug }: Asked) {
  await app.sql('update staff_session set company_id = $2 where user_id = $1', [user.id, clinic.company_id])
  return (await staffClient(app, () => cookie).call(getConsent, { slug })).body.data.plugin.examinedAt
}

const statusOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from installation where id = $1', [id]))[0]?.status

/** One that answers wrongly, one that calls wrongly, one that goes on when it is over; plg takes all to their exam. */
const BROKEN = ['no_signature', 'same_key', 'uninstalled'] as const

test('a broken sample fails its exam by the one thing that it is broken at, and the sound one passes with a receipt that verifies', async () => {
  const sound = await asked()
  const broken: Asked[] = []
  for (const probe of BROKEN) broken.push(await asked(probe))
  await hold()
  for (const sample of broken) {
    const { state, probes, receipt } = await resultOf(sample)
    const failed = probes.filter(({ outcome }) => outcome === 'FAIL')
    const told = JSON.stringify(failed)
    assert.deepEqual([state, failed.map(({ probe }) => probe)], ['FAILED', [sample.brokenAt]], told)
    assert.equal(receipt, null)
    assert.equal(await statusOf(sample.installationId), 'UNINSTALLED')
  }
  const { state, probes, receipt, manifestHash, endedAt } = await resultOf(sound)
  const outcomes = (required: boolean) => probes.filter(one => one.required === required && one.outcome !== 'PASS')
  assert.deepEqual([state, outcomes(true)], ['PASSED', []])
  assert.deepEqual(
    outcomes(false).map(({ probe }) => probe),
    ['tls', 'privacy_page', 'settings'],
  )
  assert.equal(receipt?.manifestHash, manifestHash)
  await isSignedByPlatform(receipt)
  assert.equal(await statusOf(sound.installationId), 'UNINSTALLED')
  // Clinics are told of it, and of that version alone.
  assert.deepEqual([await examinedAt(sound), broken[0] && (await examinedAt(broken[0]))], [endedAt, null])
  const next = { ...sound.which, version: '1.0.1', manifest: { ...bilingual(sound.slug, SAMPLE_GRANT) } }
  assert.equal((await sound.scene.api.call(uploadVersion, next)).status, 201)
  assert.equal(await examinedAt(sound), null)
  // Nothing of a person, and no secret, is in what is told.
  assert.doesNotMatch(JSON.stringify(probes), /plg_|whsec_|invented|\+96650/)
})

/** As anybody can check it: with the key that the platform publishes. */
async function isSignedByPlatform(receipt: unknown): Promise<void> {
  assert.ok(isRecord(receipt))
  const { signature, ...told } = receipt
  const answer: unknown = await (await fetch(`${app.url}/.well-known/audit-keys.json`)).json()
  const keys = isRecord(answer) && Array.isArray(answer.keys) ? answer.keys.filter(isRecord) : []
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === told.key) ?? {}, format: 'jwk' })
  const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(String(signature), 'hex'))
  assert.ok(isSigned(canonicalJson(told)))
  assert.ok(!isSigned(canonicalJson({ ...told, manifestHash: 'another' })))
}

test('a version is handed in once it has passed; only one exam at a time; a killed one ends with its installation', async () => {
  const waiting = await asked()
  const { scene, which } = waiting
  const { api } = scene
  const unmet = async () => (await api.call(getOwnVersion, which)).body.data.unmet
  assert.deepEqual(await unmet(), ['exam'])
  await scene.app.sql('update staff_session set confirmed_at = now() where user_id = $1', [scene.user.id])
  assert.equal((await api.call(submitVersion, which)).body.error.code, 'not_publishable')
  const url = 'http://127.0.0.1:4100/hooks'
  const next = await api.call(startExam, { ...which, url, replace: true })
  assert.equal(next.status, 201, next.text)
  const before = await resultOf(waiting)
  assert.deepEqual([before.state, await statusOf(waiting.installationId)], ['ERROR', 'UNINSTALLED'])
  const { id: examId, installationId } = next.body.data
  await app.sql("update plugin_exam set state = 'RUNNING', begun_at = now() where id = $1", [examId])
  assert.equal((await api.call(startExam, { ...which, url })).body.error.code, 'invalid_state_transition')
  await hold()
  const killed = await resultOf({ ...waiting, examId })
  assert.deepEqual([killed.state, await statusOf(installationId)], ['ERROR', 'UNINSTALLED'])
  const listed = (await api.list(listExams, which)).body.data
  assert.deepEqual(
    listed.map(({ id }) => id),
    [examId, waiting.examId],
  )
  assert.deepEqual(await unmet(), ['exam'])
})
