import { type Outcome, type Running, runFile } from './run-file.ts'

/** Runs files, so many at the same time, and tells the outcome of each as soon as it is known. */
export async function runFiles(
  files: readonly string[],
  concurrency: number,
  running: Running,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const waiting = [...files]
  const outcomes: Outcome[] = []
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && !running.signal.aborted; file = waiting.shift()) {
      const outcome = await runFile(file, running)
      outcomes.push(outcome)
      tell(outcome)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return outcomes
}
