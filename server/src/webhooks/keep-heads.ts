import { type Statement, sql } from '../db/statement.ts'
import { attemptPurpose } from '../domain/webhooks/kept-answer.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { keptHead } from './answer-head.ts'
import type { Report } from './claim.ts'
import type { HeadBudget } from './head-budget.ts'

/** What repeats a batch whose answer was lost finds its attempts there. */
const keep = sql(`
  insert into webhook_attempt (company_id, delivery_id, number, at, status, error_class, connect_ms, tls_ms, first_byte_ms,
    response)
  select company_id, delivery_id, number, now(), status, error_class, connect_ms, tls_ms, first_byte_ms,
    decode(response, 'base64')
  from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::int[], $7::int[], $8::int[], $9::text[])
    as one (company_id, delivery_id, number, status, error_class, connect_ms, tls_ms, first_byte_ms, response)
  on conflict do nothing`)

/** The statement that keeps how the answers of a batch began, of those that are kept; nothing where none is. */
export function keepHeads(reports: readonly Report[], box: SecretBox, budget: HeadBudget): Statement | undefined {
  const kept = reports.flatMap(report => keptOf(report, box, budget))
  if (kept.length === 0) return undefined
  const each = <Value>(read: (one: (typeof kept)[number]) => Value) => kept.map(read)
  return keep([
    each(({ claim }) => claim.company_id),
    each(({ claim }) => claim.id),
    each(({ claim }) => claim.attempts + 1),
    each(({ outcome }) => outcome.status),
    each(({ outcome }) => outcome.errorClass),
    each(({ outcome }) => outcome.connectMs ?? null),
    each(({ outcome }) => outcome.tlsMs ?? null),
    each(({ outcome }) => outcome.firstByteMs ?? null),
    each(({ sealed }) => sealed),
  ])
}

function keptOf({ claim, ending, outcome }: Report, box: SecretBox, budget: HeadBudget) {
  if (!outcome || ending === 'RELEASED') return []
  const isGood = ending === 'SUCCEEDED'
  if (isGood && !budget.takeGood()) return []
  const text = outcome.head ? JSON.stringify(keptHead(outcome.head)) : null
  const isRoom = budget.takeBytes(claim.endpoint_id, text?.length ?? 0)
  if (!isRoom && isGood) return []
  const sealed = text === null ? null : box.seal(text, attemptPurpose(claim.id, claim.attempts + 1)).toString('base64')
  return [{ claim, outcome, sealed }]
}
