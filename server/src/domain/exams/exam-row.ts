import {
  EXAM_STATES,
  type ExamState,
  PROBES,
  type ProbeName,
  type ProbeOutcome,
} from '@clinic/contract/publisher/exams.ts'
import type { TableRow } from '../../db/tables.ts'

export type ExamRow = TableRow<'plugin_exam'>

/** What a probe found: what was done, what a sound plugin does then, and what this one did. */
export interface Verdict {
  probe: ProbeName
  outcome: ProbeOutcome
  sent: string
  expected: string
  happened: string
}

/** What a passed exam says, signed. */
export interface Receipt {
  type: 'plugin_exam'
  exam: string
  plugin: string
  version: string
  manifestHash: string
  passedAt: string
  probes: Record<string, unknown>
  key: string
  signature: string
}

export function stateOf({ state }: Pick<ExamRow, 'state'>): ExamState {
  const known = EXAM_STATES.find(one => one === state)
  if (!known) throw new Error(`An exam has the unknown state ${state}.`)
  return known
}

/** In the order of the exam, however they came to their end. */
export const inOrder = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.toSorted((one, other) => PROBES.indexOf(one.probe) - PROBES.indexOf(other.probe))

const UNDER_WAY: readonly ExamState[] = ['WAITING', 'RUNNING']
export const isUnderWay = (exam: Pick<ExamRow, 'state'>): boolean => UNDER_WAY.includes(stateOf(exam))
