import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { clinicRow, type Registration, registrationOf } from '../einvoices/registration.ts'
import { patientFile } from '../patients/patient-file.ts'

/** A name in English, and in Arabic where there is one. */
export interface Named {
  en: string
  ar: string | null
}

/** Who gives a paper, and to whom. */
export interface Parties {
  clinic: Pick<ClinicFacts, 'currency' | 'timeZone' | 'sandbox'>
  seller: { clinic: Named; branch: Named; address: string | null; phones: readonly string[] }
  registration: Registration | undefined
  patient: { name: string; fileNumber: number }
  doctor: Named | undefined
}

type Between = Pick<InvoiceRow, 'branch_id' | 'patient_id' | 'doctor_id'>

export async function partiesOf(tx: Tx, { branch_id, patient_id, doctor_id }: Between): Promise<Parties> {
  const [clinic, branch, patient, doctor] = await Promise.all([
    clinicRow(tx),
    tx.get('branch', branch_id),
    patientFile(tx, patient_id),
    doctor_id === null ? undefined : tx.get('practitioner', doctor_id),
  ])
  return {
    clinic: tx.clinic,
    registration: registrationOf(clinic),
    seller: {
      clinic: { en: clinic.name, ar: clinic.name_ar },
      branch: { en: branch.name, ar: branch.name_ar },
      ...{ address: branch.address, phones: branch.phones },
    },
    patient: {
      name: [patient.first_name, patient.last_name].filter(Boolean).join(' '),
      fileNumber: patient.file_number,
    },
    doctor: doctor && { en: doctor.display_name, ar: doctor.display_name_ar },
  }
}
