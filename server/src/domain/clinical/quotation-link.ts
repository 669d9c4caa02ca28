import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, startOfDay } from '../../kernel/values/zone.ts'
import { freezeDocument, type SignedDocumentRow } from '../signatures/signed-document.ts'
import { offerDocument, partiesOf } from './offer-document.ts'
import type { QuotationRow } from './quotation.ts'
import { linesOfQuotations } from './quotation-lines.ts'
import { groupOf, holdOptions, isSignable, optionsBeside, quotationState, todayOf } from './quotation-state.ts'

/** What is ready to be signed by a link: the options that can be, each with a frozen document. */
export interface OfferToSign {
  /** The first of the options. */
  subjectId: string
  patientId: string
  /** When the first of them can no longer be signed; null where none ends. */
  endsAt: string | null
}

/**
 * Gets the options beside a quotation ready to be signed: what each offers is frozen, once for each version. Where they are
 * sent to the patient they are SENT from then on.
 */
export async function prepareOffer(tx: Tx, { id, isSent }: { id: string; isSent: boolean }): Promise<OfferToSign> {
  const { quotation, options } = await holdOptions(tx, id)
  const state = quotationState(quotation, todayOf(tx))
  if (!isSignable(state)) refuse('invalid_state_transition', { from: state, to: 'SENT' })
  const open = options.filter(option => isSignable(quotationState(option, todayOf(tx))))
  const lines = await linesOfQuotations(
    tx,
    open.map(option => option.id),
  )
  const parties = await partiesOf(tx, quotation)
  for (const option of open) {
    const words = offerDocument(tx, option, { lines: lines(option.id), parties })
    const document = option.document_id === null ? await freeze(tx, option, words) : { id: option.document_id }
    const sent = isSent && option.sent_at === null ? { sent_at: tx.now } : {}
    await changeRecord(tx, 'quotation', option, { document_id: document.id, ...sent })
  }
  const ends = open.flatMap(({ valid_until }) => valid_until ?? []).toSorted()[0]
  return { subjectId: groupOf(quotation), patientId: quotation.patient_id, endsAt: ends ? endOf(tx, ends) : null }
}

const freeze = (tx: Tx, { id, patient_id }: QuotationRow, html: ReturnType<typeof offerDocument>) =>
  freezeDocument(tx, { subjectKind: 'QUOTATION', subjectId: id, patientId: patient_id, html })

/** What a patient reads of an option and signs: as it was frozen, else as it would be now. */
export async function documentOf(tx: Tx, id: string) {
  const quotation = await tx.get('quotation', id)
  const { document_id, ...rest } = quotation
  const told = { id, patient_id: rest.patient_id, version_num: rest.version_num }
  if (document_id !== null) return { ...told, document: await tx.get('signed_document', document_id) }
  const [lines, parties] = await Promise.all([linesOfQuotations(tx, [id]), partiesOf(tx, quotation)])
  const { markup } = offerDocument(tx, quotation, { lines: lines(id), parties })
  return { ...told, document: { html: markup, sha256: null, created_at: null } }
}

const endOf = ({ clinic }: Tx, day: string): string =>
  new Date(startOfDay(addDays(day, 1), clinic.timeZone)).toISOString()

const documents = sql<SignedDocumentRow>('select * from signed_document where company_id = $1 and id = any($2)')

/** An option as a link offers it, with what is signed. */
export interface OfferedOption {
  quotation: QuotationRow
  document: SignedDocumentRow
}

/** The options that can be signed by a link, in their order. */
export async function offeredOptions(tx: Tx, subjectId: string): Promise<OfferedOption[]> {
  const options = await optionsBeside(tx, { id: subjectId, group_id: null })
  const open = options.filter(option => isSignable(quotationState(option, todayOf(tx))))
  const rows = await tx.sql(documents([tx.clinic.id, open.flatMap(({ document_id }) => document_id ?? [])]))
  return open.flatMap(quotation => {
    const document = rows.find(({ id }) => id === quotation.document_id)
    return document ? [{ quotation, document }] : []
  })
}
