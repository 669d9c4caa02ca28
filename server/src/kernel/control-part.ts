import type { DedicatedConnection, TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refuse } from './errors.ts'
import { nameClinic } from './name-clinic.ts'
import { newsOf } from './news-of-write.ts'
import type { Context, Tx } from './tx.ts'
import { newId } from './values/ids.ts'

/** What a write of a clinic in a cell does where control is: a transaction there, begun when it is first needed. */
export interface ControlPart {
  send: Tx['sql']
  /**
   * Commits it, if it was begun, with the news of what is left to be written in the cell: should that fail, its worker does it
   * as they arrive. `here` runs in the cell's transaction first: while that is open, the worker waits for it.
   */
  commit(left: readonly Statement[], here: (statement: Statement) => Promise<unknown>): Promise<void>
  rollBack(reason: unknown): Promise<void>
}

const done = sql(`
  select from cell_news where company_id = $1 and key = $2 and at > now() - interval '24 hours'`)
const tell = sql("insert into cell_news (company_id, id, kind, content, key) values ($1, $2, 'write', $3, $4)")
const take = sql('insert into taken_news (id) values ($1)')

/** What was done under a key is not done again before the cell knows how it was answered. */
export function controlPart(pool: TransactionPool, { clinic, caller, requestKey }: Context): ControlPart {
  const key = requestKey === null || requestKey === undefined ? null : `${caller.id} ${requestKey}`
  const last = Promise.withResolvers<readonly Statement[]>()
  // Where nothing was begun, nothing waits for it.
  last.promise.catch(() => undefined)
  let begun: Promise<DedicatedConnection> | undefined
  let ended: Promise<void> | undefined

  function begin(): Promise<DedicatedConnection> {
    const opened = Promise.withResolvers<DedicatedConnection>()
    ended = pool.withTransaction(async connection => {
      const [, before] = await connection.begin([nameClinic([clinic.id]), done([clinic.id, key])])
      if (before?.rows.length) refuse('idempotency_conflict')
      opened.resolve(connection)
      await connection.commit(await last.promise)
    })
    ended.catch(opened.reject)
    return opened.promise
  }

  return {
    async send<Row>(statement: Statement<Row>) {
      begun ??= begin()
      return (await (await begun).send([statement])).at(-1)?.rows as Row[]
    },
    async commit(left, here) {
      if (!ended) return
      const id = newId('new')
      await here(take([id]))
      last.resolve([tell([clinic.id, id, JSON.stringify(newsOf(left)), key])])
      await ended
    },
    async rollBack(reason) {
      last.reject(reason)
      await ended?.catch(() => undefined)
    },
  }
}

type Attempt<Value> = (connection: DedicatedConnection, control: ControlPart | undefined) => Promise<Value>

/** The same beside a transaction where control is, in a cell: what is not committed there is rolled back with it. */
export function withControl<Value>(pool: TransactionPool | undefined, context: Context, attempt: Attempt<Value>) {
  if (!pool) return (connection: DedicatedConnection) => attempt(connection, undefined)
  return async (connection: DedicatedConnection) => {
    const control = controlPart(pool, context)
    try {
      return await attempt(connection, control)
    } catch (error) {
      await control.rollBack(error)
      throw error
    }
  }
}
