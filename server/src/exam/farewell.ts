import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../db/statement.ts'
import { removeExamined } from '../domain/exams/end-exam.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import { endToken, tokensOf } from '../domain/plugins/change-token.ts'
import { seconds } from './exam-rules.ts'
import { type Caused, callsOf, causeEvent, dropQueued, type ExamScene, sentOnce, verdict } from './exam-scene.ts'
import { type Call, callsInWords, until } from './observed.ts'

const removals = sql<{ event_id: string }>(`
  select event_id from webhook_delivery where company_id = $1 and endpoint_id = $2 and event_type = 'installation.uninstalled'
  union all select event_id from webhook_delivery_done
  where company_id = $1 and endpoint_id = $2 and event_type = 'installation.uninstalled' and created_at > now() - interval '1 hour'`)

/** What was under way when a plugin was told is no call that it made afterwards. */
const UNDER_WAY_MS = 500

/** Takes the key away, and a moment later the plugin: both have to be borne in silence, which is waited for once. */
export async function farewell(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict[]> {
  const { removalAfterMs, endSilenceMs } = scene.rules
  await dropQueued(scene)
  await revokeKeys(scene)
  // It learns of it by the answer to a call, so it is given a reason to make one.
  const caller = tour.find(({ calls }) => calls.length > 0) ?? tour[0]
  if (caller) await causeEvent(scene, caller.type)
  await dropQueued(scene)
  const learned = Date.now() + UNDER_WAY_MS
  await delay(UNDER_WAY_MS + removalAfterMs)
  const removing = Date.now()
  await scene.inClinic(tx => removeExamined(tx, scene.exam))
  await tellRemoval(scene)
  const told = Date.now() + UNDER_WAY_MS
  await delay(UNDER_WAY_MS + endSilenceMs)
  const calls = await until(
    () => callsOf(scene, learned),
    () => false,
    scene.rules.quietMs,
  )
  const between =
    (from: number, to: number) =>
    ({ at }: Call) =>
      Date.parse(at) >= from && Date.parse(at) < to
  const silence = `No further call, for ${seconds(endSilenceMs)}.`
  const before = calls.filter(between(learned, removing))
  const after = calls.filter(between(told, Number.POSITIVE_INFINITY))
  return [
    verdict('revoked', before.length === 0, ['The key was revoked; then an event.', silence, sentence(before)]),
    verdict('uninstalled', after.length === 0, ['The plugin was removed, and told so.', silence, sentence(after)]),
  ]
}

const sentence = (calls: readonly Call[]): string => `${callsInWords(calls)}.`

async function revokeKeys({ inClinic, exam: { installation_id: id } }: ExamScene): Promise<void> {
  await inClinic(async tx => {
    for (const { id: tokenId, revoked_at } of await tokensOf(tx, id))
      if (revoked_at === null) await endToken(tx, { id, tokenId })
  })
}

/** The last event is sent to those who hear of it. */
async function tellRemoval(scene: ExamScene): Promise<void> {
  const { endpoint, manifest, inClinic } = scene
  if (!endpoint || !manifest.requestedEvents.some(type => type === 'installation.uninstalled')) return
  const sent = await inClinic(tx => tx.sql(removals([tx.clinic.id, endpoint.id])))
  await sentOnce(
    scene,
    sent.map(({ event_id }) => event_id),
  )
}
