/** Throws when the transaction has ended. */
export type RequireOpen = () => void

/**
 * Runs what works in a transaction. What it made its Tx of asks `requireOpen` before each statement: a caller that kept the
 * Tx, or did not wait for a statement, must not reach the connection's next transaction.
 */
export async function whileOpen<Value>(run: (requireOpen: RequireOpen) => Promise<Value>): Promise<Value> {
  let isOver = false
  try {
    return await run(() => {
      if (isOver) throw new Error('The transaction has ended.')
    })
  } finally {
    isOver = true
  }
}
