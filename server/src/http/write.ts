import type { Statement } from '../db/statement.ts'
import type { Follow } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import type { Written } from '../kernel/write-transaction.ts'
import { type Call, runGuarded, type Served, written } from './call.ts'
import type { Disclosure } from './disclosure.ts'
import {
  begin,
  earlierAnswer,
  forget,
  isExpired,
  isRefusedWrite,
  isStoredRefusal,
  type KeyedRequest,
  requestHash,
  type StoredAnswer,
  store,
} from './idempotency.ts'
import { envelope } from './problems.ts'
import { recordOfReplay, recordOfWrite } from './record.ts'

/** An answer, and whom it shows. */
interface Made {
  body: string
  shown?: Disclosure | undefined
}

/** Runs, and leaves the answer with the audit record that is to be committed with it. */
async function run(served: Served, call: Call, tx: Tx): Promise<Written<Made>> {
  const answer = await runGuarded(served, call, tx)
  const body = written(served, call, answer)
  const shown = served.disclose(answer, call.input)
  return { value: { body, shown }, inserts: [recordOfWrite(served, call, { answer, shown }, tx.touched)] }
}

/** Whom a write shows is counted once it has committed: before, the patients that it made are not there. */
function counted<Answer extends Made>({ deps }: Served, { context }: Call, answer: Answer): Answer {
  deps.patientsADay.count(context, answer.shown)
  return answer
}

/** Writes in one transaction: the effect, its events and its audit record. */
export async function write(served: Served, call: Call): Promise<string> {
  const made = await served.deps.transactions.write(call.context, tx => run(served, call, tx))
  return counted(served, call, made).body
}

/** What came of a write that has committed. It was let in, and is answered, whatever its grant has become since. */
export async function follow(
  served: Served,
  after: Follow,
  { context, input }: Call,
): Promise<Pick<KeptAnswer, 'status' | 'body'>> {
  const { status, answer } = await served.deps.transactions.read({ ...context, grantVersion: null }, tx =>
    after(tx, input),
  )
  return { status, body: served.answers.write(answer, context.caller.holds) }
}

/** What a key is answered: made now, or kept from before. */
interface KeptAnswer extends Made {
  status: number
  replayed: boolean
}

/** The same for a request with a key: its answer commits with it, and is what a repetition of the request is given. */
export async function writeOnce(served: Served, call: Call, key: string): Promise<KeptAnswer> {
  const { operation, surface } = served
  const request = keyed(call, key)
  try {
    return counted(served, call, await underKey(served, call, request, operation.status, tx => run(served, call, tx)))
  } catch (error) {
    if (!isRefusedWrite(error)) throw error
    const body = envelope(error.code, call.context.requestId, error.details)
    // The same request may have been done meanwhile, which is why this one was refused: then its answer counts.
    return underKey(served, call, request, error.status, async () => {
      if (!surface.keepsRefusals || !isStoredRefusal(error)) throw error
      return { value: { body } }
    })
  }
}

const keyed = ({ request, context }: Call, key: string): KeyedRequest => ({
  companyId: context.clinic.id,
  owner: context.caller.id,
  key,
  grantVersion: context.grantVersion ?? null,
  hash: requestHash(request.method, request.url, request.rawBody),
})

function underKey(
  served: Served,
  call: Call,
  request: KeyedRequest,
  status: number,
  make: (tx: Tx) => Promise<Written<Made>>,
): Promise<KeptAnswer> {
  const { transactions, box } = served.deps
  const fieldScopes = status < 400 ? served.answers.tier(call.context.caller.holds) : []
  return transactions.write(
    call.context,
    async (tx, begun) => {
      const earlier = earlierAnswer(request, begun, box)
      if (earlier) return replay(served, call, earlier)
      if (isExpired(begun)) await tx.sql(forget(request))
      const { value: made, inserts = [] } = await make(tx)
      const stored: Statement = store(request, { status, body: made.body, fieldScopes }, tx.realNow, box)
      return { value: { ...made, status, replayed: false }, inserts: [...inserts, stored] }
    },
    begin(request),
  )
}

/**
 * An earlier answer as its caller may read it by now: byte for byte where they hold every field scope that it was made
 * with, else without what they have lost, and never with more than it showed.
 */
function replay(served: Served, call: Call, { status, body, fieldScopes }: StoredAnswer): Written<KeptAnswer> {
  const { holds } = call.context.caller
  const left = fieldScopes.filter(holds)
  const isWhole = left.length === fieldScopes.length
  const shown = isWhole ? body : served.answers.write(JSON.parse(body), scope => left.includes(scope))
  return { value: { status, body: shown, replayed: true }, inserts: recordOfReplay(served, call, shown, left) }
}
