import type { Input } from '../../lib/api.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Picked } from '../../ui/picker.tsx'
import type { NewPerson } from './draft.ts'

/** For whom a form of the desk is: one who has a file, or one who gets it with the visit. */
export interface OfPatient {
  patient: Picked | undefined
  person: NewPerson | undefined
  branchId: string
}

export function fileOf({ person, branchId }: OfPatient): Input<'createPatientFile'> {
  const { firstName = '', lastName = '', phoneNumber = '', confirmedNew = false } = person ?? {}
  return {
    ...{ branchId, firstName: firstName.trim(), lastName: lastName.trim() },
    ...(phoneNumber.trim() !== '' && { phoneNumber: phoneNumber.trim() }),
    ...(confirmedNew && { confirmedNew }),
  }
}

/** Answers the id of the patient; who has no file gets one first, and once: it is there where the visit is refused then. */
export function usePatientOf() {
  const { mutateAsync } = useWrite('createPatientFile', { changes: ['searchPatients', 'searchClinic'] })
  return async (draft: OfPatient, set: (opened: { patient: Picked; person: undefined }) => void): Promise<string> => {
    if (draft.patient && !draft.person) return draft.patient.id
    const { id, name } = await mutateAsync(fileOf(draft))
    set({ patient: { id, name }, person: undefined })
    return id
  }
}
