import { after, getTestContext } from 'node:test'

type Ending = () => unknown

const FILE = {}
const endingsOf = new WeakMap<object, Ending[]>()

/**
 * Ends what a test has begun when that test is over, and what stands at the top of a file when all its tests are. What
 * was begun last ends first, so that a database outlives those who are connected to it.
 */
export function atEnd(end: Ending): void {
  const context = getTestContext()
  const begun = endingsOf.get(context ?? FILE)
  if (begun) {
    begun.push(end)
    return
  }
  const endings = [end]
  endingsOf.set(context ?? FILE, endings)
  // Within a hook the plain `after` would run as soon as the hook has.
  if (context && 'after' in context) context.after(() => endAll(endings))
  else after(() => endAll(endings))
}

async function endAll(endings: readonly Ending[]): Promise<void> {
  for (const end of endings.toReversed()) await end()
}
