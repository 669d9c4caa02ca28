import { createServer } from 'node:http'
import { verifyWebhook } from '../src/verify-webhook.ts'
import { WebhookVerificationError } from '../src/webhook-verification-error.ts'

/**
 * A plugin's webhook endpoint in its smallest form: `npm run receiver -- whsec_…` listens on port 4100, or on
 * RECEIVER_PORT, and prints every event that it could verify; with `--once` it ends after the first.
 */
const [secret = '', once] = process.argv.slice(2)
const port = Number(process.env.RECEIVER_PORT ?? 4100)

async function readBody(request: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  try {
    const event = await verifyWebhook(await readBody(request), request.headers, secret)
    console.log(`verified ${event.type} ${event.id}\n${JSON.stringify(event, null, 2)}`)
    response.writeHead(204).end()
    if (once === '--once') server.close()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    console.log(`refused: ${error.reason}. ${error.message}`)
    response.writeHead(401).end()
  }
})
server.listen(port, '127.0.0.1', () => console.log(`waiting for webhooks on http://localhost:${port}`))
