import { linkPurpose } from '../domain/links/patient-link.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { tokenHash } from '../kernel/values/plugin-token.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

type Invoice = RowsOf<'invoice'>[number]

/** So many receipts were sent, spread over all there are: those of the last months can be opened. */
const SENT = 24
const LINK_DAYS = 90
const TOKEN_BYTES = 24

function linkRow({ id, box, companyId, now, made }: DemoContext, { id: invoiceId, patient_id, created_at }: Invoice) {
  const linkId = id('patient_link', 'receipt', invoiceId)
  const sentAt = Math.min(now, Date.parse(created_at) + 5 * MINUTE_MS)
  const token = box.mac(linkId, 'demo receipts', TOKEN_BYTES)
  const patient = made('patient').find(one => one.id === patient_id)
  return {
    ...{ id: linkId, kind: 'RECEIPT', subject_id: invoiceId, patient_id, token_hash: tokenHash(token) },
    token_sealed: box.seal(token, linkPurpose(companyId, linkId)),
    ...{ asks_birth_year: patient?.birth_date != null, expires_at: iso(sentAt + LINK_DAYS * DAY_MS) },
    ...{ created_at: iso(sentAt), updated_at: iso(sentAt) },
  }
}

/** Links by which patients see their receipts, as they were sent after the visit. */
export const receiptsStep: DemoStep = {
  name: 'receipts',
  rows: context => {
    const issued = context.made('invoice').filter(({ released_at, voided_at }) => released_at && !voided_at)
    const every = Math.max(1, Math.floor(issued.length / SENT))
    // The newest is among them.
    const sent = issued.toReversed().filter((_, place) => place % every === 0)
    return { patient_link: sent.map(invoice => linkRow(context, invoice)) }
  },
}
