import type { Outcome } from './run-file.ts'

/** Test files, and the way to run some of them: so many at the same time. */
export interface Round {
  title: string
  files: readonly string[]
  run(files: readonly string[], concurrency: number): Promise<Outcome[]>
}

export interface Verdict {
  /** What ran first, by round. */
  outcomes: Map<string, Outcome[]>
  /** Files that failed, and failed again alone, as `round: file`. */
  failed: string[]
  /** Files that failed first and passed alone. */
  unsteady: string[]
}

export interface Habits {
  /** How many files run at the same time. */
  concurrency: number
  /** Whether what failed runs once more, asked when the rest has ended. */
  again: () => boolean
}

/** When more files than these fail, something is broken, and no machine was merely slow. */
const MOST_RUN_AGAIN = 12

/**
 * Runs every round, then the files that failed once more, one after the other, with the machine to themselves: a test
 * that a busy machine has slowed down is told apart from one that is broken.
 */
export async function runTwice(rounds: readonly Round[], { concurrency, again }: Habits): Promise<Verdict> {
  const outcomes = new Map<string, Outcome[]>()
  for (const { title, files, run } of rounds) outcomes.set(title, await run(files, concurrency))
  const failedOf = (round: Round) => failedFiles(outcomes.get(round.title) ?? [])
  const isFinal = !again() || rounds.flatMap(failedOf).length > MOST_RUN_AGAIN
  const failed: string[] = []
  const unsteady: string[] = []
  for (const round of rounds) {
    const files = failedOf(round)
    const still = isFinal || files.length === 0 ? files : failedFiles(await round.run(files, 1))
    for (const file of files) (still.includes(file) ? failed : unsteady).push(`${round.title}: ${file}`)
  }
  return { outcomes, failed, unsteady }
}

const failedFiles = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter(({ passed }) => !passed)
    .map(({ file }) => file)
    .sort()
