import type { Outcome } from './run-file.ts'
import type { Verdict } from './run-twice.ts'

/** Tells how a file ended: in one line, or with all that it has printed. */
export function printOutcome({ file, passed, tests, seconds, output }: Outcome, whole: boolean): void {
  if (whole || !passed) process.stdout.write(`\n${output.trimEnd()}\n`)
  console.log(`${passed ? '✔' : '✖'} ${file} (${tests} tests, ${seconds.toFixed(1)} s)`)
}

/** The last lines of a run: what ran, then what passed only alone, then what failed. */
export function printVerdict({ outcomes, failed, unsteady }: Verdict, failedChecks: number): void {
  console.log('')
  for (const [title, ran] of outcomes) {
    const tests = ran.reduce((sum, one) => sum + one.tests, 0)
    console.log(`${title}: ${ran.length} files, ${tests} tests`)
  }
  printList('unsteady (failed, then passed alone; to be mended before anything else)', unsteady)
  printList('failed', failed)
  if (failedChecks > 0) console.log(`${failedChecks} of the checks before the tests failed, see above`)
  if (failedChecks + failed.length === 0) console.log('passed')
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`${title}:`, ...lines.map(line => `  ${line}`)].join('\n'))
}
