import type { FastifyInstance } from 'fastify'

/**
 * Lets a server say that it is about to end while it still serves: it is not ready any more, and each connection ends with
 * the answer that is under way. Left open for the client's next request, it would keep the process from ending.
 */
export function declareDraining(app: FastifyInstance): void {
  let draining = false
  app.decorate('draining', () => draining)
  app.decorate('drain', () => {
    draining = true
  })
  // A server that closes without having been told before.
  app.addHook('preClose', async () => app.drain())
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether it is about to end. */
    draining(): boolean
    /** Says so from now on. */
    drain(): void
  }
}
