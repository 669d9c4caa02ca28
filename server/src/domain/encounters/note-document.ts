import { NOTE_FIELDS } from '@clinic/contract/staff/note-fields.ts'
import type { Tx } from '../../kernel/tx.ts'
import { fullName } from '../../kernel/values/full-name.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { snake } from '../../kernel/values/spelling.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { EncounterRow } from './encounter.ts'
import { NOTE_WORDS, type NoteTexts } from './encounter-note.ts'

const lines = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap(line => (typeof line === 'string' && line !== '' ? [line] : []))

/** The note as its doctor signs it: whose it is, of when, and every word of it. */
export async function noteDocument(tx: Tx, encounter: EncounterRow, texts: NoteTexts): Promise<Html> {
  const patient = await patientFile(tx, encounter.patient_id)
  const said = new Map<string, unknown>(Object.entries(texts))
  const parts = NOTE_FIELDS.flatMap(field => {
    const written = lines(said.get(snake(field)))
    const [en, ar] = NOTE_WORDS[field]
    return written.length === 0
      ? []
      : html`<section><h2>${en} / ${ar}</h2>${written.map(line => html`<p dir="auto">${line}</p>`)}</section>`
  })
  return html`<!doctype html><html><head><meta charset="utf-8"><title>${encounter.id}</title>
<style>p{white-space:pre-wrap}</style></head><body><h1 dir="auto">${fullName(patient)}, ${patient.file_number}</h1>
<p>${encounter.id}, ${encounter.created_at}, ${encounter.doctor_id}</p>${parts}</body></html>`
}
