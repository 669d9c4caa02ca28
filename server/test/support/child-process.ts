import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Sends a signal to a process unless it has ended, and answers its exit code when it has. */
export const endProcess = (child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> =>
  ended(child, () => child.kill(signal))

/** The same for a process that leads a group, and all of that. */
export const endGroup = (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> =>
  ended(child, () => process.kill(-Number(child.pid), signal))

async function ended(child: ChildProcess, send: () => unknown): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const exit = once(child, 'exit')
  send()
  await exit
  return child.exitCode
}
