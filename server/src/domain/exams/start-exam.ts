import { Id } from '@clinic/contract/fields.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import type { startExam as declared } from '@clinic/contract/publisher/exams.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { pluginVersion } from '../plugins/plugin-version.ts'
import { versionWith } from '../publishers/own-versions.ts'
import { installForTest } from '../publishers/test-installation.ts'
import { addEndpoint } from '../webhooks/add-endpoint.ts'
import type { UrlCheck } from '../webhooks/url-check.ts'
import { endExam } from './end-exam.ts'
import type { ExamRow } from './exam-row.ts'

/** Puts a plugin to its exam. A run that breaks off is not taken up again: it ends the exam, and what was made for it. */
export const examRun = inRealTime(jobKind('examine_plugin', { examId: Id }, 5))

/** What the plugin under examination needs, in clear, to be shown this once. */
export interface StartedExam {
  id: string
  installationId: string
  token: string
  signingSecret: string | null
}

const underWay = sql<ExamRow>(`
  select * from plugin_exam where company_id = $1 and state in ('WAITING', 'RUNNING') for update`)

/** Installs the version with all that its manifest asks for, and has it examined as soon as the plugin answers. */
export async function startExam(
  tx: Tx,
  { id: pluginId, version, url, settings, replace = false }: Omit<Input<typeof declared>, 'publisherId'>,
  check: UrlCheck,
): Promise<StartedExam> {
  await requireTurn(tx)
  const { id: versionId, manifest_hash } = await versionWith(tx, pluginId, version)
  const { manifest } = await pluginVersion(tx, versionId)
  const optionalScopes = [...(manifest.optionalScopes ?? [])]
  const wish = { publisherId: '', id: pluginId, version, replace, optionalScopes, ...(settings && { settings }) }
  const { id: installationId, token } = await installForTest(tx, wish, [])
  const installation = await tx.get('installation', installationId)
  const events = [...installation.granted_events]
  const made = events.length > 0 ? await addEndpoint(tx, installation, { url, events }, check) : undefined
  const exam = await tx.insert('plugin_exam', {
    ...{
      id: newId('exm', Date.parse(tx.now)),
      version_id: versionId,
      manifest_hash,
      url,
      state: 'WAITING',
      probes: [],
    },
    ...{ installation_id: installationId, endpoint_id: made?.endpoint.id ?? null, created_by: tx.caller.id },
  })
  await enqueue(tx, examRun, { examId: exam.id }, { key: exam.id })
  return { id: exam.id, installationId, token, signingSecret: made?.secret ?? null }
}

/** One at a time: what an exam causes is heard by all that is installed there. One that still waits makes room. */
async function requireTurn(tx: Tx): Promise<void> {
  const [before] = await tx.sql(underWay([tx.clinic.id]))
  if (!before) return
  if (before.state === 'RUNNING') refuse('invalid_state_transition', { from: 'RUNNING', to: 'WAITING' })
  await endExam(tx, before, { state: 'ERROR', verdicts: [] })
}
