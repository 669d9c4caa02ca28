import { ALONE } from './files.ts'
import { InTurn } from './in-turn/in-turn.ts'
import { type Outcome, runFile } from './run-file.ts'
import type { Running } from './test-process.ts'

/**
 * Runs files, so many at the same time, and tells the outcome of each as soon as it is known. Each runs in a process of
 * its own when it runs alone or has to, and when flags choose some of its tests; else many share one.
 */
export async function runFiles(
  files: readonly string[],
  concurrency: number,
  running: Running,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const waiting = [...files]
  const outcomes: Outcome[] = []
  const isShared = concurrency > 1 && running.flags.length === 0
  const work = async (): Promise<void> => {
    const inTurn = new InTurn(running)
    for (let file = waiting.shift(); file !== undefined && !running.signal.aborted; file = waiting.shift()) {
      const outcome = isShared && !ALONE.includes(file) ? await inTurn.run(file) : await runFile(file, running)
      outcomes.push(outcome)
      tell(outcome)
    }
    await inTurn.end()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return outcomes
}
