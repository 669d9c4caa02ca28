import type { FastifyInstance } from 'fastify'

/**
 * Once the server is closing, a connection ends with the answer that was under way. Left open for the client's next
 * request, it would keep the process from ending.
 */
export function closeWhatIsAnswered(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
