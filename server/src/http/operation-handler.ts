import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Statement } from '../db/statement.ts'
import { type AuditEntry, auditStatement, type RecordAudit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { Refusal } from '../kernel/errors.ts'
import { StaleGrant } from '../kernel/grant-version.ts'
import type { Implementation } from '../kernel/implement.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { Tx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { askedFor, type Disclosure, disclosureOf } from './disclosure.ts'
import { answerer } from './field-scopes.ts'
import { admitAgain } from './gate.ts'
import type { Grant, Grants } from './grants.ts'
import {
  begin,
  earlierAnswer,
  forget,
  isExpired,
  isStoredRefusal,
  type KeyedRequest,
  requestHash,
  type StoredAnswer,
  store,
} from './idempotency.ts'
import { inputReader } from './input.ts'
import { envelope } from './problems.ts'

export interface HandlerDeps {
  grants: Grants
  transactions: Transactions
  recordAudit: RecordAudit
  box: SecretBox
}

interface Call {
  request: FastifyRequest
  grant: Grant
  context: Context
  input: Record<string, unknown>
  /** What the operation found out beforehand. */
  known: unknown
}

/** An answer ready to be sent, and the audit record without which it must not be. */
interface Prepared {
  body: string
  audit: AuditEntry | undefined
}

/** A grant that changes this often while one request is on its way is being changed by a machine. */
const MOST_ATTEMPTS = 5

/**
 * Validates, runs and answers one operation. A read is audited before it is sent; a write commits its effect, its
 * events, its audit record and its stored answer in one transaction.
 */
export function operationHandler({ operation, run, beforehand }: Implementation, deps: HandlerDeps) {
  const { grants, transactions, recordAudit, box } = deps
  const readInput = inputReader(operation)
  const answers = answerer(operation)
  const disclose = disclosureOf(operation)
  const open = operation.heavy ? transactions.report : transactions.read

  const entry = ({ request, grant, context }: Call, disclosure: Disclosure): AuditEntry => ({
    companyId: context.clinic.id,
    at: new Date().toISOString(),
    requestId: context.requestId,
    caller: `installation ${grant.installationId}`,
    tokenId: grant.tokenId,
    operation: operation.id,
    ...disclosure,
    fieldScopes: answers.tier(context.caller.holds),
    address: request.address,
  })

  function prepare(call: Call, answer: unknown): Prepared {
    const disclosure = disclose(answer)
    return { body: answers.write(answer, call.context.caller.holds), audit: disclosure && entry(call, disclosure) }
  }

  async function read(call: Call): Promise<string> {
    const reading = (context: Context) => open(context, tx => run(tx, call.input, call.known))
    const asked = askedFor(operation, call.input)
    if (asked) {
      // Whose record is asked for is known, so the audit need not wait for the answer; it asks whether the grant still holds.
      const recording = recordAudit({ ...entry(call, asked), grantVersion: call.grant.grantVersion })
      const [recorded, answer] = await Promise.allSettled([recording, reading({ ...call.context, grantVersion: null })])
      if (recorded.status === 'rejected') throw recorded.reason
      if (answer.status === 'rejected') throw answer.reason
      return answers.write(answer.value, call.context.caller.holds)
    }
    const { body, audit } = prepare(call, await reading(call.context))
    if (audit) await recordAudit(audit)
    return body
  }

  async function writeAll(call: Call, tx: Tx): Promise<{ body: string; inserts: Statement[] }> {
    const { body, audit } = prepare(call, await run(tx, call.input, call.known))
    return { body, inserts: audit ? [auditStatement(audit)] : [] }
  }

  const write = (call: Call): Promise<string> =>
    transactions.write(call.context, async tx => {
      const { body, inserts } = await writeAll(call, tx)
      return { value: body, inserts }
    })

  function keyed({ request, grant, context }: Call, key: string): KeyedRequest {
    const hash = requestHash(request.method, request.url, request.rawBody)
    return {
      companyId: context.clinic.id,
      installationId: grant.installationId,
      key,
      grantVersion: grant.grantVersion,
      hash,
      secret: operation.secret ?? false,
    }
  }

  async function writeOnce(call: Call, request: KeyedRequest): Promise<StoredAnswer> {
    try {
      return await underKey(call, request, tx => writeAll(call, tx))
    } catch (error) {
      if (!isStoredRefusal(error)) throw error
      const body = envelope(error.code, call.context.requestId, error.details)
      return underKey(call, request, async () => ({ body, inserts: [] }), error.status)
    }
  }

  /** What an earlier answer shows again is recorded again, with every field tier that it may have been made with. */
  function auditAgain(call: Call, { body }: StoredAnswer): Statement[] {
    const disclosure = disclose(JSON.parse(body))
    const fieldScopes = answers.tier(() => true)
    return disclosure ? [auditStatement({ ...entry(call, disclosure), fieldScopes })] : []
  }

  const underKey = (
    call: Call,
    request: KeyedRequest,
    make: (tx: Tx) => Promise<{ body: string; inserts: Statement[] }>,
    status: number = operation.status,
  ): Promise<StoredAnswer> =>
    transactions.write(
      call.context,
      async (tx, begun) => {
        const earlier = earlierAnswer(request, begun, box)
        if (earlier) return { value: earlier, inserts: auditAgain(call, earlier) }
        if (isExpired(begun)) await tx.sql(forget(request))
        const { body, inserts } = await make(tx)
        return {
          value: { status, body, replayed: false },
          inserts: [...inserts, store(request, { status, body }, tx.now, box)],
        }
      },
      begin(request),
    )

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { grant, idempotencyKey } = request
    if (!grant) throw new Error('The gate let a request pass without a grant.')
    const context = {
      clinic: grant.clinic,
      caller: grant.caller,
      requestId: request.id,
      requestKey: idempotencyKey,
      grantVersion: grant.grantVersion,
    }
    const input = readInput(request)
    const call: Call = { request, grant, context, input, known: await beforehand?.(input) }
    reply.header('content-type', 'application/json; charset=utf-8')
    if (operation.method === 'GET') return reply.code(operation.status).send(await read(call))
    if (idempotencyKey === null) return reply.code(operation.status).send(await write(call))
    const stored = await writeOnce(call, keyed(call, idempotencyKey))
    if (stored.replayed) reply.header('idempotent-replay', 'true')
    return reply.code(stored.status).send(stored.body)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      try {
        return await answer(request, reply)
      } catch (error) {
        if (!(error instanceof StaleGrant)) throw error
        await admitAgain(operation, request, grants)
      }
    }
    throw new Refusal('service_unavailable')
  }
}
