import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

/** Something that can be offered. */
export type PlannedItem = Returned<'getPatientPlan'>['phases'][number]['items'][number]

export interface OptionDraft {
  label: string
  treatmentIds: readonly string[]
  discountPercent: string
  fee: string
}

export interface QuoteDraft {
  options: readonly OptionDraft[]
  name: string
  notes: string
  validDays: string
  approvalId: string | undefined
}

export const MOST_OPTIONS = 3
const LABELS = ['A', 'B', 'C']

/** Another option, of what the last one offers. */
export const nextOption = (options: readonly OptionDraft[]): OptionDraft => ({
  label: LABELS.find(label => !options.some(option => option.label === label)) ?? '',
  treatmentIds: options.at(-1)?.treatmentIds ?? [],
  discountPercent: '',
  fee: '',
})

interface About {
  patientId: string
  branchId: string
  doctorId: string | null
}

export const inputOf = ({ doctorId, ...about }: About, draft: QuoteDraft): Input<'createQuotations'> => ({
  ...about,
  ...(doctorId !== null && { doctorId }),
  options: draft.options.map(({ label, treatmentIds, discountPercent, fee }) => ({
    ...{ label: label.trim(), treatmentIds: [...treatmentIds] },
    ...(discountPercent.trim() !== '' && { discountPercent: numberTyped(discountPercent) }),
    ...(fee.trim() !== '' && { diagnosticFee: numberTyped(fee) }),
  })),
  ...(draft.validDays.trim() !== '' && { validDays: numberTyped(draft.validDays) }),
  ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
  ...(draft.notes.trim() !== '' && { notes: draft.notes.trim() }),
  ...(draft.approvalId !== undefined && { approvalId: draft.approvalId }),
})
