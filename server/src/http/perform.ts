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
import { loseAnswer } from './surfaces/faults.ts'
import { follow, write, writeOnce } from './write.ts'

type Again = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** A grant that changes this often while one request is on its way is being changed by a machine. */
const MOST_ATTEMPTS = 5

/**
 * Validates, runs and answers an operation. A read is recorded before it is sent; a write commits its effect, its events,
 * its audit record and its stored answer in one transaction.
 */
export const performer = (served: Served, admitAgain: Again): Handler =>
  isInClinic(served.operation.access) ? inClinic(served, admitAgain) : outside(served)

function inClinic(served: Served, admitAgain: Again): Handler {
  return async (request, reply) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      try {
        return await answer(served, request, reply)
      } catch (error) {
        if (!(error instanceof StaleGrant)) throw error
        await admitAgain(request, reply)
        if (reply.sent) return reply
      }
    }
    throw new Refusal('service_unavailable')
  }
}

async function answer(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { admission, idempotencyKey } = request
  if (!admission) throw new Error('A request was let pass without an admission.')
  const context: Context = {
    ...admission,
    requestId: request.id,
    requestKey: idempotencyKey,
    requestVersion: request.rowVersion,
  }
  request.rowVersion = null
  const input = shortened(served, request, served.readInput(request))
  const prepared = served.prepare ? await served.prepare(input) : undefined
  const call: Call = { request, context, input, prepared }
  const { status } = served.operation
  reply.header('content-type', 'application/json; charset=utf-8')
  const { body, ...answered } = await made(served, call, idempotencyKey)
  if (request.pageLimit > 0) request.hasMore = body.includes(HAS_MORE)
  if (request.rowVersion !== null) reply.header('etag', `"${request.rowVersion}"`)
  if (request.losesAnswer) return loseAnswer(request, reply)
  if (answered.replayed) reply.header('idempotent-replay', 'true')
  return reply.code(answered.status ?? status).send(body)
}

const HAS_MORE = '"hasMore":true'

/** The input of a list whose pages are cut short on purpose. */
function shortened<Input extends object>({ operation }: Served, { pageLimit }: FastifyRequest, input: Input): Input {
  return pageLimit > 0 && 'limit' in operation.input.properties ? { ...input, limit: pageLimit } : input
}

interface Made {
  body: string
  /** Where it is not the operation's. */
  status?: number
  replayed?: boolean
}

/** What is answered: read, written, written once under a key, or waited for after it was written. */
async function made(served: Served, call: Call, key: string | null): Promise<Made> {
  if (served.operation.method === 'GET' || served.operation.reads) return { body: await read(served, call) }
  if (key !== null) return writeOnce(served, call, key)
  const body = await write(served, call)
  return served.follow ? follow(served, served.follow, call) : { body }
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
