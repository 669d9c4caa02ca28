import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS = 1e9

/**
 * Watches how late the event loop is; answers how late one of a hundred turns was, in seconds, since it was asked last. Asked
 * again before a turn was measured, as by a second scraper, it answers the same.
 */
export function watchEventLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  let late = 0
  return () => {
    if (delays.count > 0) {
      late = delays.percentile(99) / NANOSECONDS
      delays.reset()
    }
    return late
  }
}
