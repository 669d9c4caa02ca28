import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Outcome } from '../run-file.ts'
import { type Running, TestProcess } from '../test-process.ts'
import { LAST, type Report } from './reporter.ts'

const ARGS = [`--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`, join(import.meta.dirname, 'program.ts')]
/** After so many files a process gives back what they have left in its memory. */
const MOST_FILES = 40
const FAILED: Report = { passed: false, tests: 0 }

/**
 * Runs files one after the other in one process: the product is loaded and compiled once for all of them, which is the
 * greater part of what a small file costs. A file that failed takes its process with it.
 */
export class InTurn {
  readonly #running: Running
  #started: TestProcess | undefined
  #files = 0

  constructor(running: Running) {
    this.#running = running
  }

  async run(file: string): Promise<Outcome> {
    const start = performance.now()
    this.#started ??= new TestProcess(ARGS, this.#running)
    const { child, ended } = this.#started
    this.#started.send(file)
    const reported = once(child, 'message').then(([report]): Report => report)
    const { passed, tests } = await this.#started.inTime(file, Promise.race([reported, ended.then(() => FAILED)]))
    // What was printed before the message has arrived with it, and is read in the same turn.
    await turn()
    const output = this.#started.printed()
    this.#files++
    if (!passed) this.#started.kill()
    if (!passed || this.#files === MOST_FILES) await this.end()
    return { file, passed, tests, seconds: (performance.now() - start) / 1000, output }
  }

  /** Lets the process end; it has nothing to do any more. */
  async end(): Promise<void> {
    const started = this.#started
    this.#started = undefined
    this.#files = 0
    started?.send(LAST)
    await started?.ended
  }
}
