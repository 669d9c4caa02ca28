import { createServer } from 'node:http'
import { verifyWebhook } from '../src/verify-webhook.ts'
import { WebhookVerificationError } from '../src/webhook-verification-error.ts'

/**
 * A plugin's webhook endpoint in its smallest form: `npm run receiver -- whsec_…` listens on port 4100, or on
 * RECEIVER_PORT, and prints every event that it could verify; with `--once` it ends after the first, or when none came
 * within a minute, or within RECEIVER_PATIENCE_MS.
 */
const [secret = '', option] = process.argv.slice(2)
const { RECEIVER_PORT = 4100, RECEIVER_PATIENCE_MS = 60_000 } = process.env

async function readBody(request: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  try {
    const event = await verifyWebhook(await readBody(request), request.headers, secret)
    console.log(`verified ${event.type} ${event.id} ${JSON.stringify(event.data)}`)
    response.writeHead(204, { connection: option === '--once' ? 'close' : 'keep-alive' }).end()
    if (option === '--once') server.close()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    console.log(`refused: ${error.reason}. ${error.message}`)
    response.writeHead(401).end()
  }
})
server.listen(Number(RECEIVER_PORT), '127.0.0.1', () =>
  console.log(`waiting for webhooks on http://localhost:${RECEIVER_PORT}`),
)

function giveUp(): void {
  console.log('gave up: no event came')
  process.exit(1)
}
if (option === '--once') setTimeout(giveUp, Number(RECEIVER_PATIENCE_MS)).unref()
