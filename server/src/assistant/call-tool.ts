import type { Logger } from 'pino'
import { refusalOf } from '../kernel/constraints.ts'
import { Refusal } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { AccessLog } from './access-log.ts'
import type { Allowance } from './allowance.ts'
import type { Connection } from './connection.ts'
import type { Operations } from './operations.ts'
import type { Reader } from './reader.ts'
import { BROKEN, inputProblem, NOT_ALLOWED, sentenceOf, TOO_LARGE } from './refusals.ts'
import type { Answer, Call, Plain } from './tool.ts'
import type { ReadyTool, Toolbox } from './toolbox.ts'

export interface CallDeps {
  reader: Reader
  accessLog: AccessLog
  operations: Operations
  allowance: Allowance
  box: SecretBox
  log: Logger
}

/** Whose call it is, and how it came. */
export interface Caller {
  connection: Connection
  toolbox: Toolbox
  requestId: string
  address: string | null
  agent: string
  era: string
}

/** A model's context has no room for more (Claude Code takes some 25 000 tokens). */
const MOST_CHARACTERS = 100_000

/** What comes of a call: content with its JSON as text, or without content a sentence that the model can act on. */
export interface Told {
  text: string
  content?: Plain
  outcome: 'ok' | 'refused' | 'failed'
  /** Whether what was given is as the tool declares it. */
  valid: boolean
  answer?: Answer
}

const refused = (text: string, valid = true): Told => ({ text, outcome: 'refused', valid })

/** Runs a tool. One access record is durable before anything of it is told; without it nothing is. */
export async function callTool(deps: CallDeps, caller: Caller, name: string, given: Plain): Promise<Told> {
  const began = performance.now()
  const told = await tell(deps, caller, name, given)
  const ms = Math.round(performance.now() - began)
  try {
    await deps.accessLog.record(accessOf(deps, caller, { name, given, told, ms }))
  } catch (error) {
    deps.log.error({ err: error, requestId: caller.requestId }, 'an access could not be recorded')
    return { text: BROKEN, outcome: 'failed', valid: true }
  }
  return told
}

async function tell(deps: CallDeps, caller: Caller, name: string, given: Plain): Promise<Told> {
  const { grantId } = caller.connection
  const ready = caller.toolbox.find(name)
  if (!ready) return refused(NOT_ALLOWED, false)
  if (!ready.input.check(given)) return refused(inputProblem(ready.input.issues(given)), false)
  const wait = deps.allowance.takeCall(grantId)
  if (wait > 0) return refused(`Too many calls. Wait ${wait} seconds.`)
  try {
    const told = await run(await openCall(deps, caller), ready, given)
    const patients = told.answer?.patientIds.length ?? 0
    return deps.allowance.takePatients(grantId, patients)
      ? told
      : refused('This connection has read as many patient records today as it may. It can read again tomorrow.')
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (error instanceof Refusal && error.status < 500) return refused(sentenceOf(error))
    deps.log.error({ err: thrown, requestId: caller.requestId, tool: name }, 'a tool failed')
    return { text: error instanceof Refusal ? sentenceOf(error) : BROKEN, outcome: 'failed', valid: true }
  }
}

async function openCall({ reader, operations, box }: CallDeps, caller: Caller): Promise<Call> {
  const { connection, toolbox, requestId } = caller
  const reading = await reader.open(connection, toolbox.sight, requestId)
  return {
    ...reading,
    connection,
    sight: toolbox.sight,
    box,
    read: (operation, input) => operations.run(operation, reading.tx, input),
    readEverywhere: (operation, input) => operations.run(operation, reading.everywhere(), input),
  }
}

/** A page that is too large is read again with half of its rows. */
async function run(call: Call, ready: ReadyTool, given: Plain): Promise<Told> {
  const answer = await ready.run(call, given)
  const text = JSON.stringify(answer.content)
  if (text.length <= MOST_CHARACTERS) return { text, content: answer.content, outcome: 'ok', answer, valid: true }
  const rows = Array.isArray(answer.content.items) ? answer.content.items.length : 0
  return rows > 1 ? run(call, ready, { ...given, limit: Math.floor(rows / 2) }) : refused(TOO_LARGE)
}

interface Done {
  name: string
  given: Plain
  told: Told
  ms: number
}

/** What was searched for is kept as a MAC: enough to see that the same was asked again. */
function argumentsOf({ box }: CallDeps, given: Plain): Plain {
  const entries = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'query' || key === 'cursor' ? box.mac(String(value), 'assistant query') : value,
    ]),
  )
}

function accessOf(deps: CallDeps, { connection, requestId, ...caller }: Caller, { name, given, told, ms }: Done) {
  const { answer, outcome, valid } = told
  const scopes = caller.toolbox.find(name)?.tool.scopes ?? []
  const contact = connection.scopes.has('patients:read.pii') && (answer?.patientIds.length ?? 0) > 0
  return {
    companyId: connection.companyId,
    at: new Date().toISOString(),
    requestId,
    grantId: connection.grantId,
    tool: name,
    resourceIds: answer?.resourceIds ?? [],
    patientIds: answer?.patientIds ?? [],
    scopes: outcome === 'ok' ? [...scopes, ...(contact ? ['patients:read.pii'] : [])] : [],
    address: caller.address,
    details: {
      user: connection.user.id,
      client: connection.client.id,
      outcome,
      ms,
      era: caller.era,
      agent: caller.agent,
      // Input that was not valid could be anything, and is not kept.
      arguments: valid ? argumentsOf(deps, given) : {},
    },
  }
}
