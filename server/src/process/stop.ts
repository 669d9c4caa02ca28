const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Requests get 20 seconds to arrive and deliveries 10 to end; beyond this the process ends anyway. */
const GRACE_MS = 30_000

/** On the first signal closes and ends the process with 0, on the second ends it immediately. Returns the stop itself. */
export function stopOnSignal(close: () => Promise<void>): () => void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    close().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return stop
}
