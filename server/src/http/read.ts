import type { Context } from '../kernel/tx.ts'
import type { Call, Served } from './call.ts'
import { askedFor } from './disclosure.ts'
import { entryOf } from './record.ts'

const run = ({ operation, run, deps }: Served, context: Context, { input, prepared }: Call): Promise<unknown> =>
  (operation.heavy ? deps.transactions.report : deps.transactions.read)(context, tx => run(tx, input, prepared))

/** Reads, writes the answer, and lets it out once the audit has recorded what it shows of patients. */
export async function read(served: Served, call: Call): Promise<string> {
  const { operation, answers, disclose, deps } = served
  const { context } = call
  const asked = askedFor(operation, call.input)
  if (asked) {
    // Whose record is asked for is known, so the audit need not wait for the answer; it asks whether the grant is current.
    const recording = deps.recordAudit({ ...entryOf(served, call, asked), grantVersion: context.grantVersion ?? null })
    const reading = run(served, { ...context, grantVersion: null }, call)
    const [recorded, answer] = await Promise.allSettled([recording, reading])
    if (recorded.status === 'rejected') throw recorded.reason
    if (answer.status === 'rejected') throw answer.reason
    return answers.write(answer.value, context.caller.holds)
  }
  const answer = await run(served, context, call)
  const disclosure = disclose(answer)
  const body = answers.write(answer, context.caller.holds)
  if (disclosure) await deps.recordAudit(entryOf(served, call, disclosure))
  return body
}
