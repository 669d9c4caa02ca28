import { PROCEDURE_COLORS } from '@clinic/contract/staff/procedures.ts'
import type { ClinicOperationId, Input, Returned } from '../../lib/api.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type Procedure = Returned<'addProcedure'>

/** What shows the price list, or goes by it. */
export const PRICE_LIST_CHANGED: readonly ClinicOperationId[] = [
  ...(['listClinicProcedures', 'listProcedureGroups', 'getWorkplace', 'getDay'] as const),
]

/** A procedure as it is typed. */
export interface ProcedureDraft {
  name: string
  nameAr: string
  code: string
  price: string
  durationMinutes: string
  order: string
  groupId: string
  consentTemplateId: string
  chart: string
  color: string
  active: boolean
}

/** Below the others where its place is not said. */
export const NEW_PROCEDURE: ProcedureDraft = {
  ...{ name: '', nameAr: '', code: '', price: '', durationMinutes: '', order: '' },
  ...{ groupId: '', consentTemplateId: '', chart: '', color: '', active: true },
}

export const procedureDraft = (one: Procedure): ProcedureDraft => ({
  ...{ name: one.name, nameAr: one.nameAr ?? '', code: one.code ?? '', price: String(one.price) },
  ...{ durationMinutes: one.durationMinutes === null ? '' : String(one.durationMinutes), order: String(one.order) },
  ...{ groupId: one.groupId ?? '', consentTemplateId: one.consentTemplateId ?? '', chart: one.chart ?? '' },
  ...{ color: one.color ?? '', active: one.active },
})

const orNone = (text: string) => text.trim() || null

/** What is typed as it is sent; what is empty is none. */
export function procedureOf(draft: ProcedureDraft): Input<'addProcedure'> {
  const { name, price, durationMinutes, order, color, active } = draft
  return {
    ...{ name: name.trim(), price: numberTyped(price), active },
    ...(order.trim() !== '' && { order: numberTyped(order) }),
    ...{ nameAr: orNone(draft.nameAr), code: orNone(draft.code), groupId: draft.groupId || null },
    ...{ chart: draft.chart || null, consentTemplateId: draft.consentTemplateId || null },
    durationMinutes: durationMinutes.trim() === '' ? null : numberTyped(durationMinutes),
    color: PROCEDURE_COLORS.find(one => one === color) ?? null,
  }
}

/** What differs from what is saved. */
export const procedureChanges = (saved: Procedure, draft: ProcedureDraft): Partial<Input<'addProcedure'>> =>
  changedFields(procedureOf(procedureDraft(saved)), procedureOf(draft))
