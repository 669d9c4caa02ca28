import type { SharedReaders } from '../db/driver.ts'
import type { Statement } from '../db/statement.ts'
import { refusalOf } from './constraints.ts'
import type { Context } from './context.ts'
import { beginDelta, nameClinic, nameClinicUnderVersion } from './name-clinic.ts'
import { readTx, type TxDeps } from './read-tx.ts'
import type { Tx } from './tx.ts'

export interface ReadDeps extends TxDeps {
  readers: SharedReaders
}

/** Each statement of `run` is a transaction of its own, which names the clinic under the caller's grant first. */
export async function readTransaction<Value>(
  deps: ReadDeps,
  context: Context,
  run: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  const { clinic, grantVersion = null } = context
  // A statement that has nothing to look up costs the server half as much.
  const named = grantVersion === null ? nameClinic([clinic.id]) : nameClinicUnderVersion([clinic.id, grantVersion])
  const after = async <Found>(opening: Statement, statement: Statement<Found>) => {
    try {
      return await deps.readers.run(opening, statement)
    } catch (error) {
      throw refusalOf(error)
    }
  }
  return run(
    readTx(context, deps, {
      run: statement => after(named, statement),
      delta: statement => after(beginDelta([clinic.id, grantVersion]), statement),
    }),
  )
}
