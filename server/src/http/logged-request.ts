import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { isScopeName, type ScopeName } from '@clinic/contract/scopes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/errors.ts'
import { addressBlock } from '../kernel/values/address-block.ts'
import { idTimeMs, isId } from '../kernel/values/ids.ts'
import type { LoggedRequest } from './log-requests.ts'
import type { Grant } from './surfaces/grants.ts'
import { fieldRightsOf } from './whitelist.ts'

/** The names that fields have anywhere in a schema. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (!isRecord(schema)) return []
  const own = isRecord(schema.properties) ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

const PLACE_IN_LIST = /^\d{1,3}$/
const MOST_FIELDS = 20

/** Where an issue is, as far as the names are ours: what a caller made up may be a value in the wrong place. */
const placeOf = (path: string, ours: ReadonlySet<string>): string =>
  path
    .split('/')
    .filter(part => part !== '')
    .map(part => (ours.has(part) || PLACE_IN_LIST.test(part) ? part : '*'))
    .join('/') || '*'

function invalidFields({ refusal }: FastifyRequest, ours: ReadonlySet<string>): string[] {
  const details = refusal?.error instanceof Refusal ? refusal.error.details : undefined
  const issues = isRecord(details) && Array.isArray(details.issues) ? details.issues : []
  const places = issues.map(issue => placeOf(isRecord(issue) ? String(issue.path) : '', ours))
  return [...new Set(places)].slice(0, MOST_FIELDS)
}

/** The record that a path names, the innermost of several; what has no shape of an id may be anything. */
function recordOf({ params }: FastifyRequest): string | null {
  const named = isRecord(params) ? Object.values(params) : []
  return named.findLast((value): value is string => typeof value === 'string' && isId(value)) ?? null
}

/** What is written down of each request of an operation; what can be known of all of them is found once. */
export function loggedRequest(operation: Operation) {
  const { access, input, returns } = operation
  const ours = new Set(namesIn(input))
  const usable: ScopeName[] = [
    ...(access.by === 'scopes' ? access.scopes : []),
    ...fieldRightsOf(returns).filter(isScopeName),
  ]
  return (request: FastifyRequest, reply: FastifyReply, grant: Grant): LoggedRequest => {
    const { id, query, refusal, idempotencyKey } = request
    const status = reply.statusCode
    return {
      id,
      companyId: grant.clinic.id,
      installationId: grant.installationId,
      tokenId: grant.caller.tokenId ?? '',
      at: idTimeMs(id) ?? Date.now(),
      operation: operation.id,
      recordId: recordOf(request),
      status,
      code: refusal?.code ?? null,
      durationMs: Math.round(reply.elapsedTime),
      idempotencyKey: idempotencyKey?.slice(0, 8) ?? null,
      replayed: reply.hasHeader('idempotent-replay'),
      address: addressBlock(request.address),
      parameters: isRecord(query) ? Object.keys(query).filter(name => ours.has(name)) : [],
      invalidFields: invalidFields(request, ours),
      notLogged: 0,
      hasMore: request.hasMore,
      scopes: status < 400 ? usable.filter(scope => grant.scopes.has(scope)) : [],
      patients: request.patients,
    }
  }
}
