import type { ENCOUNTER_DEEDS } from '@clinic/contract/staff/encounter-note.ts'
import * as declared from '@clinic/contract/staff/encounters.ts'
import { addNoteTemplate, listNoteTemplates, updateNoteTemplate } from '@clinic/contract/staff/note-templates.ts'
import { actorsOf } from '../domain/audit/audit-actors.ts'
import type { EncounterRow } from '../domain/encounters/encounter.ts'
import { readEncounter, textsOf } from '../domain/encounters/encounter-note.ts'
import { addTemplate, changeTemplate, noteTemplates } from '../domain/encounters/note-template.ts'
import { addAddendum, isItsDoctor, signNote } from '../domain/encounters/sign-note.ts'
import { startEncounter } from '../domain/encounters/start-encounter.ts'
import { saveDraft, takeVitals } from '../domain/encounters/write-note.ts'
import { isGenuine, signaturesOf } from '../domain/signatures/signature.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentDraft, presentEncounterNote, presentNoteTemplate } from '../present/encounter-notes.ts'

type Deed = (typeof ENCOUNTER_DEEDS)[number]

function allowedOn(tx: Tx, encounter: EncounterRow): Deed[] {
  const isSigned = encounter.signed_at !== null
  const [mayWrite, mayMeasure] = [tx.caller.holds('may:encounters:write'), tx.caller.holds('may:vitals:write')]
  const isOwn = mayWrite && isItsDoctor(tx, encounter)
  const deeds: readonly (readonly [deed: Deed, can: boolean])[] = [
    ['WRITE', mayWrite && !isSigned],
    ['SIGN', isOwn && !isSigned],
    ['ADD', isOwn && isSigned],
    ['MEASURE', mayMeasure && !isSigned],
  ]
  return deeds.flatMap(([deed, can]) => (can ? deed : []))
}

async function signatureOf(tx: Tx, encounterId: string) {
  const [signature] = await signaturesOf(tx, encounterId)
  if (!signature) return null
  const genuine = isGenuine(signature, await tx.get('signed_document', signature.document_id))
  return { signedBy: signature.name, sha256: signature.sha256, genuine }
}

/** An encounter as the member who asks sees it: what is signed stands in it, what is being written beside it. */
async function shownNote(tx: Tx, row: EncounterRow) {
  const { encounter, draft, saved, template, ...rest } = await readEncounter(tx, row)
  const isSigned = encounter.signed_at !== null
  const actorOf = await actorsOf(tx, [
    ...rest.addenda.map(({ added_by }) => added_by),
    ...(saved ? [saved.caller] : []),
  ])
  const shown = {
    ...encounter,
    ...(draft && !isSigned && textsOf(draft)),
    ...rest,
    version: draft?.version ?? 1,
    saved_at: draft?.updated_at ?? encounter.created_at,
    saved_by: saved ? actorOf(saved.caller).name : null,
    noteTemplate: template,
    signature: isSigned ? await signatureOf(tx, encounter.id) : null,
    nameOf: (caller: string) => actorOf(caller).name,
    allowed: allowedOn(tx, encounter),
  }
  return { data: presentEncounterNote(shown, tx.clinic) }
}

/** What doctors write of visits, and what is measured at them. */
export const encountersApi = [
  implement(declared.startEncounter, async (tx, input) => shownNote(tx, await startEncounter(tx, input))),
  implement(declared.getEncounterNote, async (tx, { id }) => shownNote(tx, await tx.get('encounter', id))),
  implement(declared.saveEncounterDraft, async (tx, input) => {
    const draft = await saveDraft(tx, input)
    return { data: presentDraft({ ...draft, saved_by: tx.caller.person?.name ?? null }, tx.clinic) }
  }),
  implement(declared.signEncounter, async (tx, input) => shownNote(tx, await signNote(tx, input))),
  implement(declared.addEncounterAddendum, async (tx, input) => shownNote(tx, await addAddendum(tx, input))),
  implement(declared.takeVitals, async (tx, input) => shownNote(tx, await takeVitals(tx, input))),
  implement(listNoteTemplates, async tx => ({
    data: (await noteTemplates(tx)).map(row => presentNoteTemplate(row, tx.clinic)),
  })),
  implement(addNoteTemplate, presented(addTemplate, presentNoteTemplate)),
  implement(updateNoteTemplate, presented(changeTemplate, presentNoteTemplate)),
]
