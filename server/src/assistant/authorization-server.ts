import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Dispatcher, Pool } from 'undici'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Connection, connectionIn } from './connection.ts'

/** The authorization server cannot be asked: nobody is let in, and nobody is told that their token is bad. */
export class AuthorizationServerDown extends Error {}

export interface AuthorizationServer {
  /** The connection behind an access token for this resource, or nothing for any other token. */
  connectionOf(token: string): Promise<Connection | undefined>
  close(): Promise<void>
}

export interface AuthorizationServerOptions {
  /** Where it is reached, without a slash at the end. */
  url: string
  credential: string
  /** What tokens must be meant for (RFC 8707). */
  resource: string
}

const TIMEOUT_MS = 5_000
const CONNECTIONS = 4
const PIPELINED = 16
/** For so long a token that was refused is not asked about again; it is never forgotten that one was good. */
const REFUSED_MS = 5_000
const MOST_REFUSED = 10_000
/** Tokens that are asked about in one request: as many as its body may hold, however long they are. */
const MOST_TOGETHER = 24
/**
 * A question costs twenty times what one more token in it does, so while many call they are gathered for so long. What they
 * do next they then do together as well: their readings share a packet, and their records a commit.
 */
const GATHER_MS = 4

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

interface Answered {
  status: number
  text: string
}

/** Sends a question; undici's own `request` reads the answer as a stream, which costs as much again. */
const put = (pool: Pool, question: Dispatcher.DispatchOptions): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    pool.dispatch(question, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, answered) {
        status = answered
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString() }),
      onResponseError: (_controller, error) => reject(error),
    })
  })

/**
 * Asks the authorization server about tokens (RFC 7662), on every call: an answer that a token is good is never kept, so
 * that a revocation counts at once (specification, OAuth rule 3). Those who ask while a question is on its way, or shortly
 * after one of several, are asked about together in the next, and those with the same token share an answer.
 */
export function authorizationServer({ url, credential, resource }: AuthorizationServerOptions): AuthorizationServer {
  const { origin, pathname } = new URL(url)
  let pool: Promise<Pool> | undefined
  const path = `${pathname.replace(/\/$/, '')}/oauth/introspect`
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const asking = new Map<string, Promise<Connection | undefined>>()
  const refused = new LRUCache<string, true>({ max: MOST_REFUSED, ttl: REFUSED_MS })
  /** Of the token that was refused last. */
  let refusedUntil = 0

  async function askAbout(tokens: readonly string[]): Promise<(Connection | undefined)[]> {
    try {
      const body = JSON.stringify({ tokens })
      pool ??= poolTo(origin)
      // It changes nothing, so it may share a connection with others that wait for their answers.
      const { status, text } = await put(await pool, { method: 'POST', path, headers, body, idempotent: true })
      const told = text.split('\n')
      if (status === 200 && told.length === tokens.length) return told.map(connectionIn)
    } catch (error) {
      throw new AuthorizationServerDown('The authorization server does not answer.', { cause: error })
    }
    throw new AuthorizationServerDown('The authorization server does not let the resource server ask.')
  }

  const introspect = batchingQueue(askAbout, MOST_TOGETHER, GATHER_MS)

  async function ask(token: string): Promise<Connection | undefined> {
    const connection = await introspect(token)
    return connection && connection.audience === resource && connection.expiresAt * 1_000 > Date.now()
      ? connection
      : undefined
  }

  /** By their hashes: a token that others may still use somewhere is not kept. */
  function isRefused(token: string): boolean {
    return performance.now() < refusedUntil && refused.has(hash('sha256', token))
  }

  function refuse(token: string): void {
    refusedUntil = performance.now() + REFUSED_MS
    refused.set(hash('sha256', token), true)
  }

  return {
    async connectionOf(token) {
      if (isRefused(token)) return undefined
      const answer = asking.get(token) ?? ask(token).finally(() => asking.delete(token))
      asking.set(token, answer)
      const connection = await answer
      if (!connection) refuse(token)
      return connection
    },
    close: async () => (await pool)?.close(),
  }
}
