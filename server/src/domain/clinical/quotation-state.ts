import type { QUOTATION_STATES } from '@clinic/contract/staff/quotation-sheet.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import type { QuotationRow } from './quotation.ts'

export type QuotationState = (typeof QUOTATION_STATES)[number]

type Dated = Pick<QuotationRow, 'signed' | 'withdrawn_at' | 'declined_at' | 'valid_until' | 'sent_at'>

/** Where a quotation stands on a day of the clinic: what was settled stays so, what can no longer be signed is EXPIRED. */
export function quotationState(row: Dated, today: string): QuotationState {
  if (row.signed) return 'SIGNED'
  if (row.withdrawn_at !== null) return 'WITHDRAWN'
  if (row.declined_at !== null) return 'DECLINED'
  if (row.valid_until !== null && row.valid_until < today) return 'EXPIRED'
  return row.sent_at === null ? 'DRAFT' : 'SENT'
}

export const todayOf = ({ now, clinic }: Tx): string => localDate(Date.parse(now), clinic.timeZone)

const OPEN: readonly QuotationState[] = ['DRAFT', 'SENT']
/** Whether the patient can sign it. */
export const isSignable = (state: QuotationState): boolean => OPEN.includes(state)
/** Whether the clinic can still change or take back what it offers. */
export const isChangeable = (state: QuotationState): boolean => isSignable(state) || state === 'EXPIRED'

const group = (locks: string) =>
  sql<QuotationRow>(`
    select * from quotation where company_id = $1 and (id = $2 or group_id = $2) order by id ${locks}`)
const seen = group('')
const held = group('for update')

/** Which quotations are offered beside each other: the id of the first of them. */
export const groupOf = ({ id, group_id }: Pick<QuotationRow, 'id' | 'group_id'>): string => group_id ?? id

const inOrder = (one: QuotationRow, other: QuotationRow): number => one.option_place - other.option_place

/** The options that a quotation is offered beside, itself among them, in their order. */
export const optionsBeside = async (tx: Tx, row: Pick<QuotationRow, 'id' | 'group_id'>): Promise<QuotationRow[]> =>
  (await tx.sql(seen([tx.clinic.id, groupOf(row)]))).toSorted(inOrder)

const ofAll = sql<{ id: string }>(`
  select id from treatment where company_id = $1 and id in (
    select unnest(treatment_ids) from quotation where company_id = $1 and (id = $2 or group_id = $2))
  order by id for update`)

/** Holds the options beside a quotation, after what they offer, as everything that changes both does. */
export async function holdOptions(tx: Tx, id: string): Promise<{ quotation: QuotationRow; options: QuotationRow[] }> {
  const named = groupOf(await tx.get('quotation', id))
  await tx.sql(ofAll([tx.clinic.id, named]))
  const options = (await tx.sql(held([tx.clinic.id, named]))).toSorted(inOrder)
  return {
    quotation: options.find(option => option.id === id) ?? refuse('not_found', { resource: 'quotation' }),
    options,
  }
}
