import type { Static, TObject, TSchema } from '@clinic/contract/kernel.ts'
import type { StaffOperation } from '@clinic/contract/staff/staff-operation.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { FastifyRequest } from 'fastify'
import { inputReader } from '../http/input.ts'
import { auditStatement } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { Refusal, refuse } from '../kernel/errors.ts'
import type { Page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  admitLogin,
  admitToClinic,
  type Call,
  type ClinicCall,
  type LoginCall,
  type StaffApiDeps,
} from './staff-call.ts'

/** An operation of the console together with what it does. */
export interface StaffImplementation {
  readonly operation: StaffOperation
  readonly handle: (deps: StaffApiDeps, call: Call) => Promise<unknown>
}

type Answer<Item> = { data: Item } | { data: Item[] } | Page<Item>
/** An answer, and the records that were changed besides the one it shows; the audit names them all. */
type Done<Item> = Answer<Item> & { ended?: readonly string[] }
type Declared<In extends TObject, Returns extends TSchema> = StaffOperation<In, Returns>

/** Reads the declared input, or refuses it with every problem at once. */
function reader<In extends TObject>(operation: StaffOperation<In>): (request: FastifyRequest) => Static<In> {
  const read = inputReader(operation)
  const { check, issues } = validator(operation.input)
  return request => {
    const input: unknown = read(request)
    if (check(input)) return input
    throw new Refusal('validation_failed', { issues: issues(input) })
  }
}

function requireAccess({ id, access }: StaffOperation, fits: boolean): void {
  if (!fits) throw new Error(`${id} is declared for ${access} and implemented for somebody else.`)
}

/** Ties an operation for anybody to what it does. */
export function forAnybody<In extends TObject, Returns extends TSchema>(
  operation: Declared<In, Returns>,
  run: (deps: StaffApiDeps, input: Static<In>, call: Call) => Promise<Answer<Static<Returns>>>,
): StaffImplementation {
  requireAccess(operation, operation.access === 'anybody')
  const read = reader(operation)
  return { operation, handle: async (deps, call) => run(deps, read(call.request), call) }
}

/** Ties an operation for whoever is logged in to what it does. */
export function forLogin<In extends TObject, Returns extends TSchema>(
  operation: Declared<In, Returns>,
  run: (deps: StaffApiDeps, input: Static<In>, call: LoginCall) => Promise<Answer<Static<Returns>>>,
): StaffImplementation {
  requireAccess(operation, operation.access === 'login')
  const read = reader(operation)
  return {
    operation,
    async handle(deps, call) {
      const admitted = await admitLogin(deps, operation, call)
      return run(deps, read(call.request), admitted)
    },
  }
}

/**
 * Ties an operation within a clinic to what it does, in one transaction of that clinic. What writes leaves an audit
 * record that is committed with it.
 */
export function forClinic<In extends TObject, Returns extends TSchema>(
  operation: Declared<In, Returns>,
  run: (tx: Tx, input: Static<In>, call: ClinicCall) => Promise<Done<Static<Returns>>>,
): StaffImplementation {
  requireAccess(operation, operation.access !== 'anybody' && operation.access !== 'login')
  const read = reader(operation)
  return {
    operation,
    async handle(deps, call) {
      const admitted = await admitToClinic(deps, operation, call)
      const input = read(call.request)
      const context = await contextOf(deps, admitted)
      if (operation.method === 'GET') return deps.transactions.read(context, tx => run(tx, input, admitted))
      return deps.transactions.write(context, async tx => {
        const value = await run(tx, input, admitted)
        return {
          value,
          inserts: [
            auditStatement(entryOf(tx, operation, admitted, [idIn(value) ?? tx.clinic.id, ...(value.ended ?? [])])),
          ],
        }
      })
    },
  }
}

async function contextOf({ findClinic }: StaffApiDeps, { clinic, session, request }: ClinicCall): Promise<Context> {
  const facts = (await findClinic(clinic.company_id)) ?? refuse('not_found', { resource: 'clinic' })
  const caller = { kind: 'staff', id: session.user_id, tokenId: session.session_id, holds: () => true } as const
  return { clinic: facts, caller, requestId: request.id }
}

const entryOf = (tx: Tx, { id: operation }: StaffOperation, { address }: Call, resourceIds: readonly string[]) => ({
  companyId: tx.clinic.id,
  at: tx.now,
  requestId: tx.requestId,
  caller: `staff ${tx.caller.id}`,
  tokenId: tx.caller.tokenId,
  operation,
  resourceIds,
  patientIds: [],
  fieldScopes: [],
  address,
})

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The record that an answer is about, where it is about one. */
function idIn(answer: unknown): string | undefined {
  const data = isMap(answer) && isMap(answer.data) ? answer.data : {}
  const id = data.id ?? data.userId
  return typeof id === 'string' ? id : undefined
}
