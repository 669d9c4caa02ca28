import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Sends a signal to a process unless it has ended, and answers its exit code when it has. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}
