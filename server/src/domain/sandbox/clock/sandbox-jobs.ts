import { Id } from '@clinic/contract/fields.ts'
import { inRealTime, type JobKind, jobKind } from '../../../kernel/job-queue.ts'
import { auditVerification } from '../../audit/start-verification.ts'
import { examRun } from '../../exams/start-exam.ts'
import { exportRun } from '../../exports/start-export.ts'
import { pluginRollOut } from '../../publishers/publish-version.ts'
import { recoveryStep } from '../../webhooks/start-recovery.ts'

/** Moves the clock of a sandbox clinic to where a run says. */
export const clockMove = inRealTime(jobKind('move_sandbox_clock', { runId: Id }))
/** Puts a sandbox clinic back to its beginning. */
export const sandboxReset = inRealTime(jobKind('reset_sandbox', { runId: Id }))

/** Kinds of jobs that wait by the real time, whatever the clock of their clinic shows. */
const REAL_TIME: readonly JobKind[] = [
  clockMove,
  sandboxReset,
  recoveryStep,
  pluginRollOut,
  examRun,
  exportRun,
  auditVerification,
]
export const REAL_TIME_JOBS: readonly string[] = REAL_TIME.map(({ name }) => name)
