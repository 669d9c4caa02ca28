import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { pluginVersion } from '../plugins/plugin-version.ts'
import { uninstallPlugin } from '../plugins/uninstall-plugin.ts'
import type { ExamRow, Receipt, Verdict } from './exam-row.ts'

const pass = sql<{ id: string }>(`
  update plugin_version set exam_id = $3, examined_at = $4 where id = $1 and manifest_hash = $2 returning id`)

/** How an exam ended: with its receipt where it was passed. */
export type Ended =
  | { state: 'FAILED' | 'ERROR'; verdicts: readonly Verdict[] }
  | { state: 'PASSED'; verdicts: readonly Verdict[]; receipt: Receipt }

/** Ends an exam, and with it the installation that was made for it, if that still stands. */
export async function endExam(tx: Tx, exam: ExamRow, ended: Ended): Promise<void> {
  await removeExamined(tx, exam)
  const { id, version_id } = exam
  const receipt = ended.state === 'PASSED' ? ended.receipt : null
  await tx.update('plugin_exam', id, {
    ...{ state: ended.state, probes: JSON.stringify(ended.verdicts), receipt },
    ended_at: tx.now,
  })
  if (ended.state !== 'PASSED') return
  const [passed] = await tx.sql(pass([version_id, exam.manifest_hash, id, tx.now]))
  if (!passed) throw new Error('An exam was passed with another manifest than that of its version.')
  tx.touched.row('plugin_version', passed, ['exam_id'])
}

/** Removes the installation of an exam. What is left of its faults ends by itself. */
export async function removeExamined(tx: Tx, { installation_id: id }: ExamRow): Promise<void> {
  const { status } = await tx.lock('installation', id)
  if (status !== 'UNINSTALLED') await uninstallPlugin(tx, { id })
}

/** The plugin, as the receipt names it. */
export const examined = (tx: Tx, { version_id }: ExamRow) => pluginVersion(tx, version_id)
