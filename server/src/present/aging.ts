import type { Static } from '@clinic/contract/kernel.ts'
import type { Aging } from '@clinic/contract/staff/aging.ts'
import type { Aged, agingOf } from '../domain/claims/aging.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { patientName } from './patient-name.ts'

const ages = ({ days30, days60, days90, older }: Aged, { currency }: ClinicFacts) => ({
  days30: toMajor(days30, currency),
  days60: toMajor(days60, currency),
  days90: toMajor(days90, currency),
  older: toMajor(older, currency),
  total: toMajor(days30 + days60 + days90 + older, currency),
})

export const presentAging = (
  { date, patients, patientsTotal, insurers, insurersTotal }: Awaited<ReturnType<typeof agingOf>>,
  clinic: ClinicFacts,
): Static<typeof Aging> => ({
  object: 'aging',
  date,
  patients: patients.map(row => ({
    patientId: row.patient_id,
    patientName: patientName(row),
    fileNumber: row.file_number,
    ...ages(row, clinic),
  })),
  patientsTotal: ages(patientsTotal, clinic),
  insurers: insurers.map(row => ({
    insuranceCompanyId: row.insurance_company_id,
    insurer: row.insurer,
    ...ages(row, clinic),
  })),
  insurersTotal: ages(insurersTotal, clinic),
})
