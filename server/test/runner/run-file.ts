import { stripVTControlCharacters } from 'node:util'
import { type Running, TestProcess } from './test-process.ts'

export interface Outcome {
  file: string
  passed: boolean
  /** How many tests the file has, those that it skips included. */
  tests: number
  seconds: number
  /** What Node's test runner and the file have printed. */
  output: string
}

/** Runs one test file as Node runs it: in a process of its own. */
export async function runFile(file: string, running: Running): Promise<Outcome> {
  const { flags } = running
  const start = performance.now()
  const reporter = flags.some(flag => flag.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec']
  const started = new TestProcess(['--test', ...reporter, ...flags, file], running)
  const passed = (await started.inTime(file, started.ended)) === 0
  const output = started.printed()
  return { file, passed, tests: testsIn(output), seconds: (performance.now() - start) / 1000, output }
}

const testsIn = (output: string): number => Number(/^ℹ tests (\d+)$/m.exec(stripVTControlCharacters(output))?.[1] ?? 0)
