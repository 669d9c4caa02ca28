import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// The signingSecret of the endpoint; while it is being rotated the old one too, after a comma.
const secrets = (process.env.SIGNING_SECRET ?? '').split(',')
const seen = new Set<string>() // In production a table with a unique key.

/** Whether the platform signed these very bytes within the last 300 seconds. */
function isGenuine(body: Buffer, header: string): boolean {
  const parts = header.split(',').map(part => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const given = parts.flatMap(([name, hex = '']) => (name === 'v1' ? [Buffer.from(hex, 'hex')] : []))
  return secrets.some(secret => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some(one => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks) // The bytes as they came: parse only what was verified.
  if (!isGenuine(body, String(request.headers['service-signature'] ?? ''))) {
    response.writeHead(401).end()
    return
  }
  const event = JSON.parse(body.toString())
  if (!seen.has(event.id)) {
    seen.add(event.id)
    console.log(event.type, event.data.id) // Put it on your queue, and do the work from there.
  }
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 4100), () => console.log('listening'))
