import { OPERATIONS } from '../printed/examples.generated.ts'
import type { Scope } from '../printed/lists.generated.ts'
import { matched } from './match.ts'

export interface Recorder {
  /** For `createClient({ fetch })`. */
  readonly fetch: typeof fetch
  /** The operations that were called, sorted. */
  readonly operations: readonly string[]
  /** The scopes that they need, sorted: what a manifest has to request. Of those of which any will do, the first. */
  readonly scopes: readonly Scope[]
}

const isScope = (scope: string | undefined): scope is Scope => scope?.includes(':') === true

/** A fetch that remembers which operations were called. */
export function recorder(inner: typeof fetch = globalThis.fetch): Recorder {
  const called = new Set<string>()
  return {
    fetch(input, init) {
      const request = input instanceof Request ? input : undefined
      const url = new URL(request?.url ?? String(input))
      const found = matched(init?.method ?? request?.method ?? 'GET', url)
      if (found) called.add(found.route.operation)
      return inner(input, init)
    },
    get operations() {
      return [...called].sort()
    },
    get scopes() {
      const needed = [...called].flatMap(name => {
        const { mode = 'all', scopes = [] } = OPERATIONS[name] ?? {}
        return mode === 'any' ? scopes.slice(0, 1) : scopes
      })
      return [...new Set(needed.filter(isScope))].sort()
    },
  }
}
