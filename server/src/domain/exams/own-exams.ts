import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { ownPlugin } from '../publishers/own-plugins.ts'
import { versionWith } from '../publishers/own-versions.ts'
import type { ExamRow } from './exam-row.ts'

/** An exam with the number of its version. */
export interface OwnExam {
  exam: ExamRow
  version: string
}

const MOST = 20
const newestFirst = sql<ExamRow>(`
  select * from plugin_exam where company_id = $1 and version_id = $2 order by created_at desc, id desc limit ${MOST}`)

interface Which {
  id: string
  version: string
}

/** The exams of a version of the publisher's own plugin, newest first. */
export async function examsOf(tx: Tx, { id, version }: Which): Promise<OwnExam[]> {
  await ownPlugin(tx, id)
  const { id: versionId } = await versionWith(tx, id, version)
  const exams = await tx.sql(newestFirst([tx.clinic.id, versionId]))
  return exams.map(exam => ({ exam, version }))
}

/** One of them, or 404. */
export async function examOf(tx: Tx, { examId, ...which }: Which & { examId: string }): Promise<OwnExam> {
  await ownPlugin(tx, which.id)
  const { id: versionId } = await versionWith(tx, which.id, which.version)
  const exam = await tx.get('plugin_exam', examId)
  return exam.version_id === versionId
    ? { exam, version: which.version }
    : refuse('not_found', { resource: 'plugin_exam' })
}
