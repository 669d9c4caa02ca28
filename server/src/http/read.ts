import type { Context } from '../kernel/tx.ts'
import { type Call, runGuarded, type Served, written } from './call.ts'
import { askedFor, type Disclosure } from './disclosure.ts'
import { entryOf } from './record.ts'

const run = (served: Served, context: Context, call: Call): Promise<unknown> => {
  const { report, read } = served.deps.transactions
  return (served.operation.heavy ? report : read)(context, tx => runGuarded(served, call, tx))
}

/** Reads, writes the answer, and lets it out once the audit has recorded what it shows of patients. */
export async function read(served: Served, call: Call): Promise<string> {
  const { operation, disclose } = served
  const { context } = call
  const asked = askedFor(operation, call.input)
  if (asked) {
    // Whose record is asked for is known, so the audit need not wait for the answer; it asks whether the grant is current.
    const recording = recordRead(served, call, asked, context.grantVersion ?? null)
    const reading = run(served, { ...context, grantVersion: null }, call)
    const [recorded, answer] = await Promise.allSettled([recording, reading])
    if (recorded.status === 'rejected') throw recorded.reason
    if (answer.status === 'rejected') throw answer.reason
    return written(served, call, answer.value)
  }
  const answer = await run(served, context, call)
  const disclosure = disclose(answer, call.input)
  const body = written(served, call, answer)
  if (disclosure) await recordRead(served, call, disclosure)
  return body
}

/** Resolves once the caller may be shown these patients, and it is durable what a read shows, or asked for, of patients: the record before may say so already. */
async function recordRead(served: Served, call: Call, about: Disclosure, grantVersion: number | null = null) {
  const admitted = served.deps.patientsADay.admit(call.context, about)
  if (admitted) await admitted
  const { recently } = served.surface
  call.request.patients = about.patientIds.length
  const record = (shown: Disclosure) => served.deps.recordAudit({ ...entryOf(served, call, shown), grantVersion })
  return recently ? recently.unlessShown(served.operation.id, call.context, about, record) : record(about)
}
