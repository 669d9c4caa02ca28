import { createHash } from 'node:crypto'
import { type FieldRight, isFieldRight } from '@clinic/contract/field-rights.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Row } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { beginWriteColumns } from '../kernel/begin-write.ts'
import { Refusal, refuse } from '../kernel/errors.ts'
import { inNews } from '../kernel/news-of-write.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'

/** An answer that has been, or will be, stored under its Idempotency-Key. */
export interface StoredAnswer {
  status: number
  body: string
  /** The field scopes that it was made with. */
  fieldScopes: readonly FieldRight[]
}

/** One POST as its key sees it. */
export interface KeyedRequest {
  companyId: string
  /** The installation or the person whose key it is. */
  owner: string
  key: string
  /** Of the grant that let it in. */
  grantVersion: number | null
  /** SHA-256 of method, path and body. */
  hash: Buffer
}

const KEY = /^[\x20-\x7e]{1,255}$/
/** How long an answer is kept for its key. */
export const KEPT_HOURS = 24
/**
 * The lock on the key lives as long as the transaction, so a crash frees the key immediately. The earlier answer is looked
 * for in the same statement, which may be a moment too early: storing finds that out.
 */
const beginRequest = sql(`
  select ${beginWriteColumns('$4')}, pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0)) as free,
    (select array[encode(request_hash, 'hex'), status::text, encode(body, 'hex'), sealed::text,
        (created_at > now() - interval '${KEPT_HOURS} hours')::text, array_to_string(field_scopes, ' ')]
     from idempotency_record where company_id = $1 and installation_id = $2 and key = $3) as earlier`)
const forgetAnswer = sql('delete from idempotency_record where company_id = $1 and installation_id = $2 and key = $3')
const storeAnswer = inNews(
  sql(`
  insert into idempotency_record (company_id, installation_id, key, request_hash, status, body, sealed, field_scopes, created_at)
  values ($1, $2, $3, $4, $5, $6, true, $7::text[], $8)`),
  'answer',
  ['company', 'owner', 'key', 'hash', 'status', 'body', 'field_scopes', 'at'],
)

/** The key of a request's header, given once, or a refusal. */
export function requireKey(headers: readonly string[] = []): string {
  const [key = '', ...more] = headers
  return more.length === 0 && KEY.test(key) ? key : refuse('idempotency_key_required')
}

export const requestHash = (method: string, path: string, body: Buffer | undefined): Buffer =>
  createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(body ?? '')
    .digest()

/** Opens the transaction of a keyed request and looks for an earlier answer. */
export const begin = ({ companyId, owner, key, grantVersion }: KeyedRequest): Statement[] => [
  beginRequest([companyId, owner, key, grantVersion]),
]

/** What a sealed answer is bound to. */
export const answerPurpose = ({ owner, key }: Pick<KeyedRequest, 'owner' | 'key'>) => `idempotency ${owner} ${key}`

/** Whether the key was last used longer ago than answers are kept for, so that its record is in the way of the next. */
export const isExpired = ({ earlier }: Row): boolean => Array.isArray(earlier) && earlier[4] !== 'true'

export const forget = ({ companyId, owner, key }: KeyedRequest): Statement => forgetAnswer([companyId, owner, key])

/** The earlier answer of a key, nothing when the request is to run, or the refusal that the key calls for. */
export function earlierAnswer(request: KeyedRequest, begun: Row, box: SecretBox): StoredAnswer | undefined {
  if (!begun.free) return refuse('idempotency_conflict')
  if (!Array.isArray(begun.earlier) || isExpired(begun)) return undefined
  const [hash, status, stored = '', sealed, , fieldScopes = ''] = begun.earlier.map(String)
  if (hash !== request.hash.toString('hex')) return refuse('idempotency_key_reused')
  const body = Buffer.from(stored, 'hex')
  const plain = sealed === 'true' ? box.open(body, answerPurpose(request)) : body
  return { status: Number(status), body: plain.toString(), fieldScopes: fieldScopes.split(' ').filter(isFieldRight) }
}

export function store(
  request: KeyedRequest,
  { status, body, fieldScopes }: StoredAnswer,
  now: string,
  box: SecretBox,
): Statement {
  const { companyId, owner, key, hash } = request
  const sealed = box.seal(body, answerPurpose(request))
  return storeAnswer([companyId, owner, key, hash, status, sealed, arrayLiteral(fieldScopes), now])
}

const OF_THE_KEY = new Set(['idempotency_conflict', 'idempotency_key_reused'])
const OF_THE_INPUT = new Set(['validation_failed', 'invalid_cursor'])

/** Whether the write itself was refused, after its key was found to be free. */
export const isRefusedWrite = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status < 500 && !OF_THE_KEY.has(error.code)

/** Whether a refused write is the business's answer to its key, and not what was wrong with its input. */
export const isStoredRefusal = ({ code }: Refusal): boolean => !OF_THE_INPUT.has(code)
