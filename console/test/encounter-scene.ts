import { addMedication } from '../../server/src/domain/clinical/add-medication.ts'
import { writePrescription } from '../../server/src/domain/clinical/write-prescription.ts'
import { addTemplate } from '../../server/src/domain/encounters/note-template.ts'
import { startEncounter } from '../../server/src/domain/encounters/start-encounter.ts'
import { saveDraft, takeVitals } from '../../server/src/domain/encounters/write-note.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>
interface About {
  clinic: Clinic
  branch: { id: string }
  doctor: { id: string }
  patient: { id: string }
}

/**
 * Two encounters of a patient: one whose note is being written, and one that is older than signatures; and what was
 * prescribed.
 */
export async function seedEncounters(app: TestApp, { clinic, branch, doctor, patient }: About) {
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  return app.write(clinic, async tx => {
    const prompt = { en: 'What is found', ar: 'ما وُجد' }
    const fields = [{ key: 'clinicalNotes' as const, prompt, preset: 'Percussion: ' }]
    const { id: templateId } = await addTemplate(tx, { name: 'Endodontic visit', visitType: 'Root canal', fields })
    const older = await startEncounter(tx, about)
    await tx.update('encounter', older.id, {
      ...{
        chief_complaint: 'Toothache at night',
        diagnosis: 'Pulpitis of 26',
        clinical_notes: '26 tender.\nNo swelling.',
      },
      ...{ tests_ordered: ['INR'], signed_at: tx.now },
    })
    const open = await startEncounter(tx, { ...about, templateId })
    await saveDraft(tx, { id: open.id, chiefComplaint: 'Pain when biting', imagingOrdered: ['Periapical of 26'] })
    await takeVitals(tx, {
      id: open.id,
      values: [
        { name: 'BLOOD_PRESSURE_SYSTOLIC', value: 138 },
        { name: 'HEART_RATE', value: 72 },
      ],
    })
    await addMedication(tx, { name: 'Ibuprofen', category: 'Analgesics', strength: '400 mg' })
    const { prescription } = await writePrescription(tx, {
      ...{ ...about, details: 'Drink enough' },
      medications: [
        { name: 'Amoxicillin', strength: '500 mg', dosage: 1, sig: 'Three times a day', duration: 7, method: 'mouth' },
        { name: 'Chlorhexidine', details: 'Not together with toothpaste' },
      ],
    })
    return { open: open.id, older: older.id, prescription: prescription.id, template: templateId }
  })
}
