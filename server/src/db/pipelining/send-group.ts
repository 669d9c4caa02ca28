import type pg from 'pg'
import type { Statement } from '../statement.ts'
import { type GroupResult, MessageGroup, type Outcome, type Wire } from './message-group.ts'
import { type Ready, ready } from './ready-statement.ts'
import { isSwitchedOff } from './switched-off.ts'

/**
 * Sends the statements together on a pipelining connection and hands over the result of each as it comes, up to the first
 * that fails; those after it have not run. Never rejects.
 */
export const sendReady = (
  client: pg.ClientBase,
  statements: readonly Ready[],
  answer: (result: GroupResult) => void,
): Promise<Outcome> =>
  new Promise(end => {
    const group: pg.Submittable & object = new MessageGroup(statements, answer, end)
    client.query(group)
  })

/** Sends the statements together on a pipelining connection; answers each one's result, or rejects with the first error. */
export const sendGroup = async (client: pg.ClientBase, statements: readonly Statement[]): Promise<GroupResult[]> =>
  sendPrepared(client, statements.map(ready))

/** The same of statements whose values cannot fail any more. */
export async function sendPrepared(client: pg.ClientBase, statements: readonly Ready[]): Promise<GroupResult[]> {
  const results: GroupResult[] = []
  const outcome = await sendReady(client, statements, result => results.push(result))
  if ('error' in outcome) throw outcome.error
  return results
}

const inOnePacket = !isSwitchedOff('one-packet')

/** All that is sent on the connection until this turn of the event loop ends leaves in one packet. */
export function writeTogether(client: pg.ClientBase): void {
  if (!inOnePacket) return
  const { stream } = (client as unknown as { connection: Wire }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}
