import type { Input, Returned } from '../../lib/api.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type Person = Returned<'addClinicPractitioner'>

/** A member of the staff as it is typed. */
export interface PersonDraft {
  displayName: string
  displayNameAr: string
  role: string
  specialty: string
  slotMinutes: string
  order: string
  phoneNumber: string
  phoneNumber2: string
  email: string
  color: string
  isDoctor: boolean
  takesLeads: boolean
  active: boolean
  branchIds: string[]
}

export const NEW_PERSON: PersonDraft = {
  ...{ displayName: '', displayNameAr: '', role: '', specialty: '', phoneNumber: '', phoneNumber2: '', email: '' },
  ...{ slotMinutes: '30', order: '0', color: '', isDoctor: true, takesLeads: false, active: true, branchIds: [] },
}

export const personDraft = (person: Person): PersonDraft => ({
  ...{ displayName: person.displayName, displayNameAr: person.displayNameAr ?? '', role: person.role },
  ...{ specialty: person.specialty ?? '', phoneNumber: person.phoneNumber ?? '' },
  ...{ phoneNumber2: person.phoneNumber2 ?? '', email: person.email ?? '', slotMinutes: String(person.slotMinutes) },
  ...{ order: String(person.order), color: person.color ?? '', isDoctor: person.isDoctor },
  ...{ takesLeads: person.takesLeads, active: person.active, branchIds: [...person.branchIds] },
})

/** What is typed as it is sent; what is empty is none. */
export function personOf(draft: PersonDraft): Input<'addClinicPractitioner'> {
  const { displayName, role, slotMinutes, order, isDoctor, takesLeads, active, branchIds } = draft
  const orNone = (text: string) => text.trim() || null
  return {
    ...{ displayName: displayName.trim(), role: role.trim(), isDoctor, takesLeads, active },
    ...{ slotMinutes: numberTyped(slotMinutes), order: numberTyped(order), branchIds: [...branchIds].sort() },
    ...{ displayNameAr: orNone(draft.displayNameAr), specialty: orNone(draft.specialty), color: draft.color || null },
    ...{ phoneNumber: orNone(draft.phoneNumber), phoneNumber2: orNone(draft.phoneNumber2), email: orNone(draft.email) },
  }
}

/** What differs from what is saved: a branch that is not touched asks for no step-up. */
export const personChanges = (saved: Person, draft: PersonDraft): Partial<Input<'addClinicPractitioner'>> =>
  changedFields(personOf(personDraft(saved)), personOf(draft))
