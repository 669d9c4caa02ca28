import type { Static } from '@clinic/contract/kernel.ts'
import { type ENCOUNTER_DEEDS, EncounterDraft, EncounterNote } from '@clinic/contract/staff/encounter-note.ts'
import { NoteTemplate } from '@clinic/contract/staff/note-templates.ts'
import type { ReadEncounter } from '../domain/encounters/encounter-note.ts'
import { fieldsOf, type NoteTemplateRow } from '../domain/encounters/note-template.ts'
import { type VitalSign, vitalSigns } from '../domain/encounters/vital-signs.ts'
import { presenter } from '../kernel/presenter.ts'
import { presentMeasurement } from './clinical.ts'

export const presentNoteTemplate = presenter<NoteTemplateRow, typeof NoteTemplate>(NoteTemplate, { fields: fieldsOf })

type Draft = NonNullable<ReadEncounter['draft']> & { saved_by: string | null }

export const presentDraft = presenter<Draft, typeof EncounterDraft>(EncounterDraft, {
  savedAt: 'updated_at',
})

type Shown = Static<typeof EncounterNote>
/** An encounter with what is known beside its rows. */
export type ShownNote = Omit<ReadEncounter['encounter'], 'addenda'> &
  Pick<ReadEncounter, 'addenda' | 'measurements' | 'lastOfEach'> & {
    version: number
    saved_at: string
    saved_by: string | null
    noteTemplate: NoteTemplateRow | null
    signature: Shown['signature']
    nameOf: (caller: string) => string | null
    allowed: (typeof ENCOUNTER_DEEDS)[number][]
  }

const vital = ({ name, unit, last }: VitalSign): Shown['vitals'][number] => ({
  name,
  unit,
  value: last?.value ?? null,
  status: last?.status ?? null,
  difference: last?.difference ?? null,
  measuredAt: last?.created_at ?? null,
  encounterId: last?.encounter_id ?? null,
})

export const presentEncounterNote = presenter<ShownNote, typeof EncounterNote>(EncounterNote, {
  template: ({ noteTemplate }, clinic) => noteTemplate && presentNoteTemplate(noteTemplate, clinic),
  addenda: ({ addenda, nameOf }) =>
    addenda.map(({ id, text, added_by, created_at }) => ({
      ...{ object: 'encounter_addendum' as const, id, text, addedBy: nameOf(added_by), createdAt: created_at },
    })),
  measurements: ({ measurements }, clinic) => measurements.map(row => presentMeasurement(row, clinic)),
  vitals: ({ lastOfEach }) => vitalSigns(lastOfEach).map(vital),
})
