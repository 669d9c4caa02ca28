import { examRun } from '../domain/exams/start-exam.ts'
import { EXAM_RULES, type ExamRules } from '../exam/exam-rules.ts'
import type { ExamScene } from '../exam/exam-scene.ts'
import { breakOff, conclude, firstAnswer, holdExam, openScene, unanswered } from '../exam/hold-exam.ts'
import { enqueue } from '../kernel/job-queue.ts'
import { clinicJob, type Job, type JobRun } from './job.ts'
import { publishSigningKey } from './seal-audit.ts'

/**
 * Puts a plugin to its exam as soon as it answers. Whatever happens the exam ends, and the installation that was made for
 * it: a run that finds it begun follows one that was killed, and ends it.
 */
export const examinePlugin = (rules: ExamRules): Job => {
  let held = 0
  return clinicJob(examRun, async (run, { companyId, examId }) => {
    const inClinic: ExamScene['inClinic'] = work => run.inClinic(companyId, work)
    const scene = await openScene({ inClinic, egress: run.egress, world: run.world, rules }, examId)
    if (!scene) return
    if (scene.exam.state === 'RUNNING') return breakOff(scene, scene.exam)
    if (held >= rules.together) return comeAgain(scene)
    held++
    try {
      await examine(scene, run)
    } catch (error) {
      run.log.error({ err: error, exam: examId }, 'an exam broke off')
      await breakOff(scene, scene.exam)
    } finally {
      held--
    }
  })
}

const comeAgain = ({ inClinic, rules, exam }: ExamScene): Promise<void> =>
  inClinic(tx => {
    const at = new Date(Date.parse(tx.realNow) + rules.askAgainMs).toISOString()
    return enqueue(tx, examRun, { examId: exam.id }, { at, key: exam.id })
  })

async function examine(scene: ExamScene, { asSealer, auditKey }: JobRun): Promise<void> {
  const { inClinic, exam, rules } = scene
  const { isReady, told } = await firstAnswer(scene)
  const isLate = scene.waitedMs >= rules.readyMs
  if (!isReady && !isLate) return comeAgain(scene)
  await asSealer(tx => publishSigningKey(tx, auditKey))
  if (!isReady) return conclude(scene, unanswered(scene, told), auditKey)
  const begun = { ...scene, begunMs: Date.now() }
  await inClinic(tx => tx.update('plugin_exam', exam.id, { state: 'RUNNING', begun_at: tx.now }))
  const verdicts = await holdExam(begun, probes =>
    inClinic(async tx => void (await tx.update('plugin_exam', exam.id, { probes: JSON.stringify(probes) }))),
  )
  await conclude(begun, verdicts, auditKey)
}

export const examinePluginByTheRules = examinePlugin(EXAM_RULES)
