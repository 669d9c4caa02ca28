import { Worker } from 'node:worker_threads'
import type { Job } from './load.ts'
import { type SignedBody, signBodies, unsignedOf } from './signed-body.ts'

/** Fewer are signed immediately and here: handing them to the thread takes longer. */
const THREAD_MINIMUM = 100
/** So many are handed over together, that the first may be sent while others are signed. */
const CHUNK = 250

/**
 * Makes bodies and signs them. Without the thread, `sign` is `allReady(jobs, signBodies(jobs.map(unsignedOf)), ready)` and
 * `close` does nothing.
 */
export interface Signer {
  /** Calls `ready` for each job, in their order. */
  sign(jobs: readonly Job[], ready: Ready): void
  close(): Promise<void>
}

type Ready = (job: Job, signed: SignedBody) => void

/**
 * Signs many in a thread of its own, so that the worker's main thread has all of a processor for sending: signatures are a
 * fifth of what a delivery costs a worker. The thread starts when it is first of use. Should it die, so does the process,
 * as by any other unexpected error, and what it had claimed is claimed again when its lease has run out.
 */
export function createSigner(): Signer {
  /** What waits for the thread, in the order of asking. */
  const waiting: ((signed: SignedBody[]) => void)[] = []
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(new URL('./signing-thread.ts', import.meta.url))
    started.on('message', (signed: SignedBody[]) => waiting.shift()?.(signed))
    started.unref()
    return started
  }

  function signInThread(jobs: readonly Job[], ready: Ready): void {
    thread ??= start()
    thread.postMessage(jobs.map(unsignedOf))
    waiting.push(signed => allReady(jobs, signed, ready))
  }

  return {
    sign(jobs, ready) {
      if (jobs.length < THREAD_MINIMUM) return allReady(jobs, signBodies(jobs.map(unsignedOf)), ready)
      for (let n = 0; n < jobs.length; n += CHUNK) signInThread(jobs.slice(n, n + CHUNK), ready)
    },
    async close() {
      await thread?.terminate()
    },
  }
}

function allReady(jobs: readonly Job[], signed: readonly SignedBody[], ready: Ready): void {
  for (const [n, one] of signed.entries()) {
    const job = jobs[n]
    if (job) ready(job, one)
  }
}
