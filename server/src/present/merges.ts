import { isRecord } from '@clinic/contract/json-schema.ts'
import { PatientMerge } from '@clinic/contract/staff/merges.ts'
import { type MergeRow, UNDO_MS } from '../domain/merges/merge.ts'
import { presenter } from '../kernel/presenter.ts'
import { fieldOf } from '../kernel/values/spelling.ts'

export const presentMerge = presenter<MergeRow, typeof PatientMerge>(PatientMerge, {
  filled: ({ filled }) => [...new Set(Object.keys(isRecord(filled) ? filled : {}).map(fieldOf))],
  undoableUntil: ({ created_at }) => new Date(Date.parse(created_at) + UNDO_MS).toISOString(),
})
