import type pg from 'pg'
import type { Statement } from '../statement.ts'
import type { CommandResult } from '../transaction-pool.ts'
import { MessageGroup, type Outcome } from './message-group.ts'
import { type Ready, ready } from './ready-statement.ts'

/**
 * Sends the statements together on a pipelining connection and hands over the result of each as it comes, up to the first
 * that fails; those after it have not run. Never rejects.
 */
export const sendReady = (
  client: pg.ClientBase,
  statements: readonly Ready[],
  answer: (result: CommandResult) => void,
): Promise<Outcome> =>
  new Promise(end => {
    const group: pg.Submittable & object = new MessageGroup(statements, answer, end)
    client.query(group)
  })

/** Sends the statements together on a pipelining connection; answers each one's result, or rejects with the first error. */
export async function sendGroup(client: pg.ClientBase, statements: readonly Statement[]): Promise<CommandResult[]> {
  const results: CommandResult[] = []
  const outcome = await sendReady(client, statements.map(ready), result => results.push(result))
  if ('error' in outcome) throw outcome.error
  return results
}
