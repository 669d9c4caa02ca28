import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface HostAnswer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

interface Sending {
  method?: string
  headers?: Record<string, string>
  /** A form is sent as browsers send it. */
  body?: URLSearchParams | FormData | string
}

/** Asks a server for an address of another host, as a proxy does that stands before it. */
export async function atHost(server: string, address: string, { body, ...wishes }: Sending = {}): Promise<HostAnswer> {
  const { host, pathname, search } = new URL(address)
  const sent = body === undefined ? undefined : new Response(body)
  const type = sent?.headers.get('content-type')
  const headers = { ...(type && { 'content-type': type }), ...wishes.headers, host, connection: 'close' }
  const method = wishes.method ?? (sent ? 'POST' : 'GET')
  const bytes = sent && Buffer.from(await sent.arrayBuffer())
  return new Promise((resolve, reject) => {
    request(new URL(`${pathname}${search}`, server), { method, headers }, answer => {
      buffer(answer).then(
        read => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      )
    })
      .once('error', reject)
      .end(bytes)
  })
}
