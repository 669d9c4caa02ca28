const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']
/** Requests get 20 seconds to arrive and deliveries 10 to end; beyond this, and what it drains, the process ends anyway. */
const GRACE_MS = 30_000
/** One Ctrl-C arrives from the terminal and from npm, one stop of a group from its sender and from the supervisor. */
const SAME_MS = 3_000
const PARENT_POLL_MS = 250

interface StopOptions {
  signals?: readonly NodeJS.Signals[]
  /** How long of the end it goes on serving. */
  drainMs?: number
}

/**
 * On the first signal leaves and ends the process with 0, on a later one ends it immediately. Returns the stop itself, which
 * does nothing when it has begun, and leaves in another way where it is told to.
 */
export function stopOnSignal(
  leave: () => Promise<void>,
  { signals = SIGNALS, drainMs = 0 }: StopOptions = {},
): (how?: () => Promise<void>) => void {
  let began: number | undefined
  const stop = (how = leave) => {
    if (began !== undefined) return
    began = performance.now()
    setTimeout(() => process.exit(1), drainMs + GRACE_MS).unref()
    how().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  const hear = () => (began !== undefined && performance.now() - began > SAME_MS ? process.exit(1) : stop())
  for (const signal of signals) process.on(signal, hear)
  return stop
}

/**
 * Stops when the `npm start` that runs this process is gone, however it ended: what kills npm is not passed on by it. A
 * program that was started in another way may outlive who started it.
 */
export function stopWithNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && stop(), PARENT_POLL_MS).unref()
}
