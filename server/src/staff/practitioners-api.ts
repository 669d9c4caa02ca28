import {
  addClinicPractitioner,
  listClinicPractitioners,
  updateClinicPractitioner,
} from '@clinic/contract/staff/practitioners.ts'
import { addPractitioner } from '../domain/practitioners/add-practitioner.ts'
import { changePractitioner } from '../domain/practitioners/change-practitioner.ts'
import { clinicPractitioner, clinicPractitioners } from '../domain/practitioners/clinic-practitioners.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentClinicPractitioner } from '../present/settings.ts'

/** What a use-case makes of a practitioner, and how they are listed then. */
const listed =
  <Given>(useCase: (tx: Tx, input: Given) => Promise<{ id: string }>) =>
  async (tx: Tx, input: Given) => {
    const { id } = await useCase(tx, input)
    return { data: presentClinicPractitioner(await clinicPractitioner(tx, id), tx.clinic) }
  }

/** Who works in the clinic, as it lists them. */
export const practitionersApi = [
  implement(listClinicPractitioners, async tx => ({
    data: (await clinicPractitioners(tx)).map(one => presentClinicPractitioner(one, tx.clinic)),
  })),
  implement(addClinicPractitioner, listed(addPractitioner)),
  implement(updateClinicPractitioner, listed(changePractitioner)),
]
