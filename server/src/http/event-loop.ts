import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS = 1e9

/** Watches how late the event loop is; answers how late one of a hundred turns was, in seconds, since it was asked last. */
export function watchEventLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  return () => {
    const late = delays.percentile(99) / NANOSECONDS
    delays.reset()
    return late
  }
}
