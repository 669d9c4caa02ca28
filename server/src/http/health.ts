import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, the database answers and it is not stopping. */
export function healthPages(app: FastifyInstance, databaseAnswers: () => Promise<void>): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready =
      !stopping &&
      (await databaseAnswers().then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
