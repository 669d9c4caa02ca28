import { on, once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { LAST, type Report, reports } from './reporter.ts'

/** A program that runs the test files that it is sent, one after the other, and answers with a report of each. */

/** How long after the last test something may take to end that was told to. */
const ENDING_MS = 60_000
const LOOK_EVERY_MS = 5
/** Tests have Node's own limit; of files the runner keeps the time. */
const UNLIMITED = { timeout: 2 ** 31 - 1 }

// Node's test runner notes what fails outside of every test, but tells it only as the process ends.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => console.error(`${event}:`, error))

process.once('disconnect', () => process.exit())
for await (const [file] of on(process, 'message')) {
  if (file === LAST) process.exit()
  process.send?.(await run(file))
}

async function run(file: string): Promise<Report> {
  const before = process.getActiveResourcesInfo()
  const reported = once(reports, 'file')
  await test(file, UNLIMITED, t => {
    const loaded = import(pathToFileURL(resolve(file)).href)
    // No test runs before all are known: with the last that is known, Node takes the file for ended.
    t.beforeEach(() => loaded.catch(() => undefined))
    return loaded
  })
  const [{ passed, tests }] = (await reported) as [Report]
  const open = await leftOpen(before)
  if (open.length > 0) console.error(`${file} has begun and not ended: ${open.join(', ')}`)
  flushCompileCache()
  return { tests, passed: passed && open.length === 0 && !process.exitCode }
}

/** What a file has begun and not ended, such as a timer: a process of its own would have waited for that for ever. */
async function leftOpen(before: readonly string[]): Promise<string[]> {
  const end = performance.now() + ENDING_MS
  for (;;) {
    const open = without(process.getActiveResourcesInfo(), before)
    if (open.length === 0 || performance.now() > end) return open
    await delay(LOOK_EVERY_MS, undefined, { ref: false })
  }
}

/** The first without one of its own for each of the others. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return all.filter(one => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
