import type { Dispatcher, Pool } from 'undici'

export interface IntrospectionOptions {
  /** Where the authorization server is reached, without a slash at the end. */
  url: string
  credential: string
}

const TIMEOUT_MS = 5_000
const CONNECTIONS = 4
const PIPELINED = 16

/** Loaded with the first question. */
async function poolTo(origin: string): Promise<Pool> {
  const { Pool } = await import('undici')
  return new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: PIPELINED,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
  })
}

/** Sends a request; undici's own `request` reads the answer as a stream, which costs as much again. */
const send = (pool: Pool, request: Dispatcher.DispatchOptions): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, answered) {
        status = answered
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString() }),
      onResponseError: (_controller, error) => reject(error),
    })
  })

/** Introspects many tokens in one request (RFC 7662); each has an answer, in their order. */
export function introspection({ url, credential }: IntrospectionOptions) {
  const { origin, pathname } = new URL(url)
  const path = `${pathname.replace(/\/$/, '')}/oauth/introspect`
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  let pool: Promise<Pool> | undefined
  return {
    async ask(tokens: readonly string[]) {
      const body = JSON.stringify({ tokens })
      pool ??= poolTo(origin)
      // It changes nothing, so it may share a connection with others that wait for their answers.
      const { status, text } = await send(await pool, { method: 'POST', path, headers, body, idempotent: true })
      return { status, answers: text.split('\n') }
    },
    close: async () => (await pool)?.close(),
  }
}
