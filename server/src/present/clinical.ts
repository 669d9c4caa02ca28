import { Encounter, Measurement } from '@clinic/contract/encounters.ts'
import { Medication } from '@clinic/contract/medications.ts'
import { MedicationLine, Prescription } from '@clinic/contract/prescriptions.ts'
import { Quotation } from '@clinic/contract/quotations.ts'
import { Treatment, TreatmentStep } from '@clinic/contract/treatments.ts'
import type { TableRow } from '../db/tables.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export const presentMeasurement = presenter<TableRow<'measurement'>, typeof Measurement>(Measurement)

type ShownEncounter = TableRow<'encounter'> & { measurements: readonly TableRow<'measurement'>[] }

export const presentEncounter = presenter<ShownEncounter, typeof Encounter>(Encounter, {
  measurements: ({ measurements }, clinic) => measurements.map(row => presentMeasurement(row, clinic)),
})

export const presentMedication = presenter<TableRow<'medication'>, typeof Medication>(Medication)

const presentMedicationLine = presenter<TableRow<'medication_line'>, typeof MedicationLine>(MedicationLine, {
  order: 'sort_order',
})

type ShownPrescription = TableRow<'prescription'> & { lines: readonly TableRow<'medication_line'>[] }

export const presentPrescription = presenter<ShownPrescription, typeof Prescription>(Prescription, {
  medications: ({ lines }, clinic) => lines.map(row => presentMedicationLine(row, clinic)),
})

export const presentStep = presenter<TableRow<'treatment_step'>, typeof TreatmentStep>(TreatmentStep, {
  order: 'sort_order',
  start: 'starts_at',
  end: 'ends_at',
})

type ShownTreatment = TableRow<'treatment'> & { steps: readonly TableRow<'treatment_step'>[] }

export const presentTreatment = presenter<ShownTreatment, typeof Treatment>(Treatment, {
  ...amounts('price', 'total', 'amount', 'discount', 'tax', 'paid'),
  paidInFull: row => row.paid_minor >= row.total_minor,
  start: 'starts_at',
  end: 'ends_at',
  expires: 'expires_at',
  steps: ({ steps }, clinic) => steps.map(row => presentStep(row, clinic)),
})

export const presentQuotation = presenter<TableRow<'quotation'>, typeof Quotation>(Quotation, {
  ...amounts('total', 'subtotal', 'tax', 'discount', 'diagnosticFee', 'insurance'),
  operationIds: 'treatment_ids',
})
