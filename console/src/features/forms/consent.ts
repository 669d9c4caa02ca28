import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type Consent = Returned<'getClinicConsent'>
export type ConsentEntry = Returned<'listWaitingConsents'>
export type ConsentText = Returned<'listConsentTemplates'>

/** What shows a consent, and is asked anew when one changes. */
export const CONSENTED = [
  ...(['getClinicConsent', 'listWaitingConsents', 'listFormsOfPatient'] as const),
  ...(['getPatientSummary', 'getPatientTimeline'] as const),
] as const

/** A text that patients sign, as it is typed. */
export interface TextDraft {
  name: string
  nameAr: string
  body: string
  bodyAr: string
  validDays: string
  signRequired: boolean
  witnessRequired: boolean
}

export const NEW_TEXT: TextDraft = {
  ...{ name: '', nameAr: '', body: '', bodyAr: '', validDays: '' },
  ...{ signRequired: true, witnessRequired: false },
}

export const textDraft = ({ name, nameAr, body, bodyAr, validDays, ...is }: ConsentText): TextDraft => ({
  ...{ name, nameAr: nameAr ?? '', body, bodyAr: bodyAr ?? '', validDays: validDays === null ? '' : String(validDays) },
  ...{ signRequired: is.signRequired, witnessRequired: is.witnessRequired },
})

/** What of it differs from what stands there, as it is sent. */
export function textChanges(was: TextDraft, draft: TextDraft): Omit<Input<'updateConsentTemplate'>, 'id'> {
  const cleared = (text: string) => text.trim() || null
  return {
    ...(draft.name !== was.name && { name: draft.name.trim() }),
    ...(draft.nameAr !== was.nameAr && { nameAr: cleared(draft.nameAr) }),
    ...(draft.body !== was.body && { body: draft.body.trim() }),
    ...(draft.bodyAr !== was.bodyAr && { bodyAr: cleared(draft.bodyAr) }),
    ...(draft.validDays !== was.validDays && {
      validDays: draft.validDays.trim() === '' ? null : numberTyped(draft.validDays),
    }),
    ...(draft.signRequired !== was.signRequired && { signRequired: draft.signRequired }),
    ...(draft.witnessRequired !== was.witnessRequired && { witnessRequired: draft.witnessRequired }),
  }
}

/** All that was typed, of a new one. */
export function textOf({ name, nameAr, body, bodyAr, validDays, ...is }: TextDraft): Input<'addConsentTemplate'> {
  return {
    ...{ name: name.trim(), body: body.trim(), ...is },
    ...(nameAr.trim() !== '' && { nameAr: nameAr.trim() }),
    ...(bodyAr.trim() !== '' && { bodyAr: bodyAr.trim() }),
    ...(validDays.trim() !== '' && { validDays: numberTyped(validDays) }),
  }
}
