import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, the database answers and it is not about to end. */
export function healthPages(app: FastifyInstance, databaseAnswers: () => Promise<void>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready =
      !app.draining() &&
      (await databaseAnswers().then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
