import type { NOTE_FIELDS } from '@clinic/contract/staff/note-fields.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { changesOf, type RecordChange } from '../patients/record-changes.ts'
import { type EncounterRow, type MeasurementRow, measurementsOf } from './encounter.ts'
import type { NoteTemplateRow } from './note-template.ts'

export type DraftRow = TableRow<'encounter_draft'>
export type AddendumRow = TableRow<'encounter_addendum'>

/** What a note says, of a draft and of what was signed alike. */
export type NoteTexts = Pick<
  DraftRow,
  | 'chief_complaint'
  | 'symptoms'
  | 'diagnosis'
  | 'tests_ordered'
  | 'imaging_ordered'
  | 'test_results'
  | 'imaging_results'
  | 'clinical_notes'
  | 'consultation_notes'
  | 'discharge_summary'
>

export const textsOf = (row: NoteTexts): NoteTexts => ({
  chief_complaint: row.chief_complaint,
  symptoms: row.symptoms,
  diagnosis: row.diagnosis,
  tests_ordered: row.tests_ordered,
  imaging_ordered: row.imaging_ordered,
  test_results: row.test_results,
  imaging_results: row.imaging_results,
  clinical_notes: row.clinical_notes,
  consultation_notes: row.consultation_notes,
  discharge_summary: row.discharge_summary,
})

const addendaOf = sql<AddendumRow>(`
  select * from encounter_addendum where company_id = $1 and encounter_id = $2 order by created_at, id`)
const draftOf = sql<DraftRow>('select * from encounter_draft where company_id = $1 and id = $2')
const lastByName = sql<MeasurementRow>(`
  select * from measurement where company_id = $1 and patient_id = $2 and last order by name`)

/** All of an encounter that its doctor sees. */
export interface ReadEncounter {
  encounter: EncounterRow
  /** Nothing of what is older than drafts. */
  draft: DraftRow | undefined
  /** The last change of the draft. */
  saved: RecordChange | undefined
  template: NoteTemplateRow | null
  addenda: AddendumRow[]
  measurements: MeasurementRow[]
  /** The patient's last measurement of each name. */
  lastOfEach: MeasurementRow[]
}

export async function readEncounter(tx: Tx, encounter: EncounterRow): Promise<ReadEncounter> {
  const [company, id] = [tx.clinic.id, encounter.id]
  const [[draft], [saved], addenda, lastOfEach, measurements, template] = await Promise.all([
    tx.sql(draftOf([company, id])),
    changesOf(tx, id, 1),
    tx.sql(addendaOf([company, id])),
    tx.sql(lastByName([company, encounter.patient_id])),
    measurementsOf(tx, [encounter]),
    encounter.template_id === null ? null : tx.get('note_template', encounter.template_id),
  ])
  return { encounter, draft, saved, template, addenda, measurements: measurements(encounter), lastOfEach }
}

/** How the fields of a note are called in what is signed, in their usual order. */
export const NOTE_WORDS: Readonly<Record<(typeof NOTE_FIELDS)[number], readonly [en: string, ar: string]>> = {
  chiefComplaint: ['Chief complaint', 'الشكوى الرئيسية'],
  symptoms: ['Symptoms', 'الأعراض'],
  clinicalNotes: ['Clinical notes', 'الملاحظات السريرية'],
  diagnosis: ['Diagnosis', 'التشخيص'],
  testsOrdered: ['Tests ordered', 'الفحوص المطلوبة'],
  testResults: ['Test results', 'نتائج الفحوص'],
  imagingOrdered: ['Imaging ordered', 'الصور المطلوبة'],
  imagingResults: ['Imaging results', 'نتائج الصور'],
  consultationNotes: ['Consultation notes', 'ملاحظات الاستشارة'],
  dischargeSummary: ['Discharge summary', 'ملخص الخروج'],
}
