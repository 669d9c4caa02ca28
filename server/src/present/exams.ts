import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type Exam, PROBE_OUTCOMES, PROBES, REQUIRED_PROBES } from '@clinic/contract/publisher/exams.ts'
import { stateOf } from '../domain/exams/exam-row.ts'
import type { OwnExam } from '../domain/exams/own-exams.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const probeOf = wordOf(PROBES)
const outcomeOf = wordOf(PROBE_OUTCOMES)
const REQUIRED: readonly string[] = REQUIRED_PROBES

export const presentExam = ({ exam, version }: OwnExam): Static<typeof Exam> => ({
  id: exam.id,
  version,
  manifestHash: exam.manifest_hash,
  url: exam.url,
  state: stateOf(exam),
  installationId: exam.installation_id,
  startedAt: exam.created_at,
  begunAt: exam.begun_at,
  endedAt: exam.ended_at,
  probes: Array.isArray(exam.probes) ? exam.probes.filter(isRecord).map(presentProbe) : [],
  receipt: isRecord(exam.receipt) ? presentReceipt(exam.receipt) : null,
})

const presentProbe = (verdict: Record<string, unknown>): Static<typeof Exam>['probes'][number] => ({
  probe: probeOf(String(verdict.probe)),
  required: REQUIRED.includes(String(verdict.probe)),
  outcome: outcomeOf(String(verdict.outcome)),
  sent: String(verdict.sent),
  expected: String(verdict.expected),
  happened: String(verdict.happened),
})

const presentReceipt = (receipt: Record<string, unknown>): Static<typeof Exam>['receipt'] => ({
  type: 'plugin_exam',
  exam: String(receipt.exam),
  plugin: String(receipt.plugin),
  version: String(receipt.version),
  manifestHash: String(receipt.manifestHash),
  passedAt: String(receipt.passedAt),
  probes: isRecord(receipt.probes) ? receipt.probes : {},
  key: String(receipt.key),
  signature: String(receipt.signature),
})
