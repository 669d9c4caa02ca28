import { isRecord } from '@clinic/contract/json-schema.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** What a kept answer is sealed for: it opens as that of its own attempt alone. */
export const attemptPurpose = (deliveryId: string, number: number): string => `webhook answer ${deliveryId} ${number}`

/** What is kept of how an attempt was answered. */
export interface KeptAnswer {
  response: { headers: { name: string; value: string }[]; body: string; cut: boolean } | null
  connect_ms: number | null
  tls_ms: number | null
  first_byte_ms: number | null
}

const NONE: KeptAnswer = { response: null, connect_ms: null, tls_ms: null, first_byte_ms: null }

const select = sql<Omit<KeptAnswer, 'response'> & { response: Buffer | null }>(`
  select response, connect_ms, tls_ms, first_byte_ms from webhook_attempt
  where company_id = $1 and delivery_id = $2 and number = $3 and at > now() - interval '14 days' limit 1`)

/** How an attempt was answered, as far as it was kept. */
export async function keptAnswer(tx: Tx, deliveryId: string, number: number): Promise<KeptAnswer> {
  const [row] = await tx.sql(select([tx.clinic.id, deliveryId, number]))
  if (!row) return NONE
  const { response, ...timings } = row
  if (response === null) return { ...timings, response: null }
  const opened: unknown = JSON.parse(tx.box.open(response, attemptPurpose(deliveryId, number)).toString())
  return { ...timings, response: responseOf(opened) }
}

function responseOf(value: unknown): KeptAnswer['response'] {
  if (!isRecord(value) || !Array.isArray(value.headers)) return null
  const headers = value.headers
    .filter(isRecord)
    .map(({ name, value: text }) => ({ name: String(name), value: String(text) }))
  return { headers, body: String(value.body), cut: value.cut === true }
}
