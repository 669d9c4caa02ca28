import { isRecord } from '@clinic/contract/json-schema.ts'
import { showsVersion } from '@clinic/contract/kernel.ts'
import type { FastifyRequest } from 'fastify'
import type { RecordAudit } from '../kernel/audit.ts'
import type { Implementation } from '../kernel/implement.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { Context, Tx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { changedFields } from './changed-fields.ts'
import { type Disclose, disclosureOf } from './disclosure.ts'
import type { PatientsADay } from './patients-a-day.ts'
import type { Surface } from './surface.ts'
import { inputReader } from './validate.ts'
import { type Answerer, answerer } from './whitelist.ts'

export interface PipelineDeps {
  transactions: Transactions
  recordAudit: RecordAudit
  patientsADay: PatientsADay
  box: SecretBox
}

/** An operation as it is served: what follows from its declaration is made once, and never for a request. */
export interface Served extends Implementation {
  readonly surface: Pick<Surface, 'keepsRefusals' | 'recently' | 'recordOutside'>
  readonly deps: PipelineDeps
  readonly readInput: (request: FastifyRequest) => Record<string, unknown>
  readonly answers: Answerer
  readonly showsVersion: boolean
  readonly disclose: Disclose
  readonly changedFields: ReturnType<typeof changedFields>
  readonly guard: ReturnType<NonNullable<Surface['guard']>>
}

export const served = (implementation: Implementation, surface: Surface, deps: PipelineDeps): Served => ({
  ...implementation,
  surface,
  deps,
  readInput: inputReader(implementation.operation),
  answers: answerer(implementation.operation),
  showsVersion: showsVersion(implementation.operation),
  disclose: disclosureOf(implementation.operation),
  changedFields: changedFields(implementation.operation),
  guard: surface.guard?.(implementation.operation),
})

/** Runs the operation once its caller may do it to the records that it names. */
export async function runGuarded({ guard, run }: Served, { input, prepared }: Call, tx: Tx): Promise<unknown> {
  if (guard) await guard(tx, input)
  return run(tx, input, prepared)
}

/** Writes an answer as its caller may read it, and notes the version that it shows. */
export function written({ answers, showsVersion }: Served, { request, context }: Call, answer: unknown): string {
  if (showsVersion && isRecord(answer) && isRecord(answer.data)) request.rowVersion = Number(answer.data.version)
  return answers.write(answer, context.caller.holds)
}

/** A request in a clinic that passed every check. */
export interface Call {
  readonly request: FastifyRequest
  readonly context: Context
  readonly input: Record<string, unknown>
  /** What the implementation prepared before the transaction. */
  readonly prepared: unknown
}
