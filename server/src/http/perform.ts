import { isInClinic } from '@clinic/contract/access.ts'
import type { ErrorCode } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/errors.ts'
import { StaleGrant } from '../kernel/grant-version.ts'
import type { Context } from '../kernel/tx.ts'
import type { Call, Served } from './call.ts'
import { declaredChanges } from './changed-fields.ts'
import { read } from './read.ts'
import { idOf } from './record.ts'
import { write, writeOnce } from './write.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** A grant that changes this often while one request is on its way is being changed by a machine. */
const MOST_ATTEMPTS = 5

/**
 * Validates, runs and answers an operation. A read is recorded before it is sent; a write commits its effect, its events,
 * its audit record and its stored answer in one transaction.
 */
export const performer = (served: Served, admitAgain: (request: FastifyRequest) => Promise<void>): Handler =>
  isInClinic(served.operation.access) ? inClinic(served, admitAgain) : outside(served)

function inClinic(served: Served, admitAgain: (request: FastifyRequest) => Promise<void>): Handler {
  return async (request, reply) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      try {
        return await answer(served, request, reply)
      } catch (error) {
        if (!(error instanceof StaleGrant)) throw error
        await admitAgain(request)
      }
    }
    throw new Refusal('service_unavailable')
  }
}

async function answer(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { admission, idempotencyKey } = request
  if (!admission) throw new Error('A request was let pass without an admission.')
  const context: Context = { ...admission, requestId: request.id, requestKey: idempotencyKey }
  const input = served.readInput(request)
  const prepared = served.prepare ? await served.prepare(input) : undefined
  const call: Call = { request, context, input, prepared }
  const { method, status } = served.operation
  reply.header('content-type', 'application/json; charset=utf-8')
  if (method === 'GET') return reply.code(status).send(await read(served, call))
  if (idempotencyKey === null) return reply.code(status).send(await write(served, call))
  const stored = await writeOnce(served, call, idempotencyKey)
  if (stored.replayed) reply.header('idempotent-replay', 'true')
  return reply.code(stored.status).send(stored.body)
}

/**
 * What concerns no clinic, such as a login, shows a person what is their own: nothing of it is left out. What changes
 * something is recorded with the clinics of that person, before it is answered.
 */
function outside({ operation, readInput, prepare, run, answers, surface }: Served): Handler {
  const changesOf = declaredChanges(operation)
  const recorded = operation.method === 'GET' ? undefined : surface.recordOutside
  return async (request, reply) => {
    const { visitor } = request
    if (!visitor) throw new Error('A request was let pass without being received.')
    const input = readInput(request)
    const prepared = prepare ? await prepare(input) : undefined
    const done = (answer: unknown, code: ErrorCode | null) =>
      recorded?.(visitor, { operation: operation.id, changedFields: changesOf(input), resourceId: idIn(answer), code })
    try {
      const answer = await run(visitor, input, prepared)
      const body = answers.write(answer, () => true)
      await done(answer, null)
      reply.header('content-type', 'application/json; charset=utf-8')
      return reply.code(operation.status).send(body)
    } catch (error) {
      // What could not be recorded is not handed out.
      reply.removeHeader('set-cookie')
      if (error instanceof Refusal) await done(undefined, error.code)
      throw error
    }
  }
}

const idIn = (answer: unknown): string | undefined => (isRecord(answer) ? idOf(answer.data) : undefined)
