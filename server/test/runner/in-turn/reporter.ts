import { EventEmitter } from 'node:events'
import { finished } from 'node:stream/promises'
import { spec, type TestEvent } from 'node:test/reporters'

/** How the tests of a file ended. */
export interface Report {
  passed: boolean
  /** How many tests the file has, those that it skips included. */
  tests: number
}

/** In place of a file: there is none any more. */
export const LAST = ''

/** Tells of each file when it has ended and all of it is printed. */
export const reports = new EventEmitter<{ file: [Report] }>()

/** Prints of each file what Node prints of a run: its tests, then what failed. The file is the test around its tests. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let tests = 0
  let printer = print()
  for await (const event of events) {
    const depth = depthOf(event)
    if (depth > 0) {
      if (isEndOfTest(event)) tests++
      printer.write(outOfFile(event, depth))
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      if (isFailureOfItsOwn(event)) printer.write(event)
      await finished(printer.end())
      reports.emit('file', { passed: event.type === 'test:pass', tests })
      tests = 0
      printer = print()
    }
    yield ''
  }
}

function print() {
  const printer = new spec()
  printer.pipe(process.stdout, { end: false })
  return printer
}

const depthOf = ({ data }: TestEvent): number => (data && 'nesting' in data ? data.nesting : 0)

const outOfFile = (event: TestEvent, depth: number) => ({ ...event, data: { ...event.data, nesting: depth - 1 } })

const isEndOfTest = ({ type, data }: TestEvent): boolean =>
  (type === 'test:pass' || type === 'test:fail') && data.details.type !== 'suite'

/** It did not load, or failed as it ended; that one of its tests has failed is said already. */
const isFailureOfItsOwn = ({ type, data }: TestEvent): boolean =>
  type === 'test:fail' && 'failureType' in data.details.error && data.details.error.failureType !== 'subtestsFailed'
