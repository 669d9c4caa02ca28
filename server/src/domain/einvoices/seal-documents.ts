import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { sealDocument } from './sealed-document.ts'

const BATCH = 50

const inClear = sql<{ id: string; xml: string | null }>(`
  select id, document_xml as xml from einvoice_submission where company_id = $1 and document_xml is not null
  order by id limit ${BATCH} for no key update skip locked`)
/** Nothing is changed that is shown: updated_at stays. */
const seal = sql(`
  update einvoice_submission set document_xml = null, document_sealed = decode(one.sealed, 'hex')
  from jsonb_to_recordset($2::jsonb) as one (id text, sealed text)
  where einvoice_submission.company_id = $1 and einvoice_submission.id = one.id`)

/** Seals some of the clinic's documents that lie in clear. Answers how many. */
export async function sealDocuments(tx: Tx): Promise<number> {
  const documents = await tx.sql(inClear([tx.clinic.id]))
  const sealed = documents.flatMap(({ id, xml }) =>
    xml === null
      ? []
      : [{ id, sealed: sealDocument(tx.box, tx.clinic.id, { id, xml }).document_sealed.toString('hex') }],
  )
  if (sealed.length > 0) await tx.sql(seal([tx.clinic.id, JSON.stringify(sealed)]))
  return sealed.length
}
