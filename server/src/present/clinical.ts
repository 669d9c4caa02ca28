import { Encounter, Measurement } from '@clinic/contract/encounters.ts'
import { Medication } from '@clinic/contract/medications.ts'
import { MedicationLine, Prescription } from '@clinic/contract/prescriptions.ts'
import { Quotation } from '@clinic/contract/quotations.ts'
import { PrescriptionSheet, WrittenPrescription } from '@clinic/contract/staff/prescriptions.ts'
import { Treatment, TreatmentStep } from '@clinic/contract/treatments.ts'
import type { TableRow } from '../db/tables.ts'
import type { paperOf } from '../domain/clinical/prescription-sheet.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { ageOn } from '../kernel/values/age.ts'

export const presentMeasurement = presenter<TableRow<'measurement'>, typeof Measurement>(Measurement)

type ShownEncounter = TableRow<'encounter'> & { measurements: readonly TableRow<'measurement'>[] }

export const presentEncounter = presenter<ShownEncounter, typeof Encounter>(Encounter, {
  // What was added after signing is read behind what was signed.
  clinicalNotes: ({ clinical_notes: notes, addenda }) => [notes, addenda].filter(Boolean).join('\n\n') || null,
  measurements: ({ measurements }, clinic) => measurements.map(row => presentMeasurement(row, clinic)),
})

export const presentMedication = presenter<TableRow<'medication'>, typeof Medication>(Medication)

const presentMedicationLine = presenter<TableRow<'medication_line'>, typeof MedicationLine>(MedicationLine, {
  order: 'sort_order',
})

type ShownPrescription = TableRow<'prescription'> & { lines: readonly TableRow<'medication_line'>[] }

const medicationsOf = ({ lines }: ShownPrescription, clinic: ClinicFacts) =>
  lines.map(row => presentMedicationLine(row, clinic))

/** As plugins see it: nothing of one that was canceled is to be taken. */
export const presentPrescription = presenter<ShownPrescription, typeof Prescription>(Prescription, {
  medications: (row, clinic) => (row.canceled_at === null ? medicationsOf(row, clinic) : []),
  details: ({ details, canceled_at: canceledAt }) =>
    canceledAt === null ? details : [`CANCELED ${canceledAt}`, details].filter(Boolean).join('\n'),
})

type StaffPrescription = ShownPrescription & { allowed: 'CANCEL'[]; doctor_name: string }

/** As the staff sees it: what was canceled, too. */
export const presentWrittenPrescription = presenter<StaffPrescription, typeof WrittenPrescription>(
  WrittenPrescription,
  { medications: medicationsOf },
)

type PrintedPrescription = StaffPrescription &
  Awaited<ReturnType<typeof paperOf>> & { doctor_name_ar: string | null; specialty: string | null }

/** As it is printed. */
export const presentPrescriptionSheet = presenter<PrintedPrescription, typeof PrescriptionSheet>(PrescriptionSheet, {
  medications: medicationsOf,
  patientName: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
  age: ({ today, birth_date }) => ageOn(today, birth_date),
})

export const presentStep = presenter<TableRow<'treatment_step'>, typeof TreatmentStep>(TreatmentStep, {
  order: 'sort_order',
  start: 'starts_at',
  end: 'ends_at',
})

type ShownTreatment = TableRow<'treatment'> & { steps: readonly TableRow<'treatment_step'>[] }

/** How a treatment is shown to plugins and on a chart. */
export const AS_TREATMENT = {
  ...amounts('price', 'total', 'amount', 'discount', 'tax', 'paid'),
  paidInFull: (row: ShownTreatment) => row.paid_minor >= row.total_minor,
  start: 'starts_at',
  end: 'ends_at',
  expires: 'expires_at',
  steps: ({ steps }: ShownTreatment, clinic: ClinicFacts) => steps.map(row => presentStep(row, clinic)),
} as const

export const presentTreatment = presenter<ShownTreatment, typeof Treatment>(Treatment, AS_TREATMENT)

export const presentQuotation = presenter<TableRow<'quotation'>, typeof Quotation>(Quotation, {
  ...amounts('total', 'subtotal', 'tax', 'discount', 'diagnosticFee', 'insurance'),
  operationIds: 'treatment_ids',
})
