import type { Logger } from 'pino'
import { refusalOf } from '../kernel/constraints.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Tally } from '../kernel/tally.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { type AccessLog, accessOf } from './access-log.ts'
import type { Caller } from './caller.ts'
import type { Operations } from './operations.ts'
import type { Quota } from './quota.ts'
import type { Reader } from './reader.ts'
import { BROKEN, inputProblem, NOT_ALLOWED, sentenceOf, TOO_LARGE, TOO_MANY_PATIENTS } from './refusals.ts'
import { type Call, failed, type JsonObject, refused, type ToolResult } from './tool.ts'
import type { ReadyTool } from './toolset.ts'

export interface CallDeps {
  reader: Reader
  accessLog: AccessLog
  operations: Operations
  quota: Quota
  /** Calls by tool and outcome, for metrics. */
  calls: Tally
  box: SecretBox
  log: Logger
}

/** A model's context has no room for more (Claude Code takes some 25 000 tokens). */
const MAX_CHARACTERS = 100_000

/**
 * Runs a tool. One access record is durable before anything of it is answered; without it nothing is. Calls beyond the
 * limit are all refused unread, whatever they ask, and the first of a minute stands for them in the record.
 */
export async function callTool(deps: CallDeps, caller: Caller, name: string, given: JsonObject): Promise<ToolResult> {
  const { wait, isFirst } = deps.quota.takeCall(caller.connection.grant_id)
  const tooMany = wait > 0 ? refused(`Too many calls. Wait ${wait} seconds.`) : undefined
  if (tooMany && !isFirst) return tooMany
  const began = performance.now()
  const result = tooMany ?? (await resultOf(deps, caller, name, given))
  const ms = Math.round(performance.now() - began)
  deps.calls.add(caller.toolset.find(name) ? name : 'unknown', result.outcome)
  try {
    await deps.accessLog.record(accessOf(deps.box, caller, { name, given, result, ms }))
  } catch (error) {
    deps.log.error({ err: error, requestId: caller.requestId }, 'an access could not be recorded')
    return failed(BROKEN)
  }
  return result
}

async function resultOf(deps: CallDeps, caller: Caller, name: string, given: JsonObject): Promise<ToolResult> {
  const { grant_id: grantId } = caller.connection
  const ready = caller.toolset.find(name)
  if (!ready) return refused(NOT_ALLOWED, false)
  if (!ready.input.check(given)) return refused(inputProblem(ready.input.issues(given)), false)
  try {
    const result = await run(await openCall(deps, caller), ready, given)
    const patients = result.answer?.patientIds.length ?? 0
    return deps.quota.takePatients(grantId, patients) ? result : refused(TOO_MANY_PATIENTS)
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (error instanceof Refusal && error.status < 500) return refused(sentenceOf(error))
    deps.log.error({ err: thrown, requestId: caller.requestId, tool: name }, 'a tool failed')
    return failed(error instanceof Refusal ? sentenceOf(error) : BROKEN)
  }
}

async function openCall({ reader, operations, box }: CallDeps, caller: Caller): Promise<Call> {
  const { connection, requestId } = caller
  const { visibility } = caller.toolset
  const reading = await reader.open(connection, visibility, requestId)
  return {
    ...reading,
    connection,
    visibility,
    box,
    read: (operation, input) => operations.run(operation, reading.tx, input),
    readAllBranches: (operation, input) => operations.run(operation, reading.allBranches(), input),
  }
}

/** A page that is too large is read again with half of its rows. */
async function run(call: Call, ready: ReadyTool, given: JsonObject): Promise<ToolResult> {
  const answer = await ready.run(call, given)
  const text = JSON.stringify(answer.content)
  if (text.length <= MAX_CHARACTERS) return { text, content: answer.content, outcome: 'ok', answer, valid: true }
  const rows = Array.isArray(answer.content.items) ? answer.content.items.length : 0
  return rows > 1 ? run(call, ready, { ...given, limit: Math.floor(rows / 2) }) : refused(TOO_LARGE)
}
