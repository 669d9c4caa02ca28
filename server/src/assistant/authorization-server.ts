import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Connection, connectionIn } from './connection.ts'
import { type IntrospectionOptions, introspection } from './introspection.ts'

/** The authorization server cannot be asked: no request is let in, and no client is told that its token is bad. */
export class AuthorizationServerDown extends Error {}

export type AuthorizationServer = ReturnType<typeof authorizationServer>

interface AuthorizationServerOptions extends IntrospectionOptions {
  /** What tokens must be meant for (RFC 8707). */
  resource: string
}

/** Tokens that are asked about in one request: as many as its body may hold, however long they are. */
const MAX_BATCH = 24
/**
 * A question costs twenty times what one more token in it does, so while many clients call, their tokens are gathered for so
 * long. What the calls do next they then do together as well: their reads share a packet, and their records a commit.
 */
const BATCH_WINDOW_MS = 4

/**
 * Asks the authorization server about tokens (RFC 7662), on every call: an answer that a token is good is never kept, so
 * that a revocation counts immediately (specification, OAuth rule 3). Tokens that come while a question is on its way, or
 * shortly after one of several, are asked about together in the next, and calls with the same token share an answer.
 */
export function authorizationServer({ resource, ...options }: AuthorizationServerOptions) {
  const server = introspection(options)
  const asking = new Map<string, Promise<Connection | undefined>>()
  const refused = refusedTokens()

  async function introspectAll(tokens: readonly string[]): Promise<(Connection | undefined)[]> {
    try {
      const { status, answers } = await server.ask(tokens)
      if (status === 200 && answers.length === tokens.length) return answers.map(connectionIn)
    } catch (error) {
      throw new AuthorizationServerDown('The authorization server does not answer.', { cause: error })
    }
    throw new AuthorizationServerDown('The authorization server does not let the resource server ask.')
  }

  const introspect = batchingQueue(introspectAll, MAX_BATCH, BATCH_WINDOW_MS)

  async function ask(token: string): Promise<Connection | undefined> {
    const connection = await introspect(token)
    return connection && connection.aud === resource && connection.exp * 1_000 > Date.now() ? connection : undefined
  }

  return {
    /** The connection behind an access token for this resource, or nothing for any other token. */
    async connectionOf(token: string): Promise<Connection | undefined> {
      if (refused.has(token)) return undefined
      const answer = asking.get(token) ?? ask(token).finally(() => asking.delete(token))
      asking.set(token, answer)
      const connection = await answer
      if (!connection) refused.add(token)
      return connection
    },
    close: () => server.close(),
  }
}

/** For so long the authorization server is not asked again about a token that it refused. */
const REFUSED_MS = 5_000
const MAX_REFUSED = 10_000

/** The tokens refused lately, by their hashes: a token that its owner may still use elsewhere is not kept. */
function refusedTokens() {
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS })
  /** Of the token that was refused last; while there is none, no hash need be made. */
  let refusedUntil = 0
  return {
    add(token: string): void {
      refusedUntil = performance.now() + REFUSED_MS
      refused.set(hash('sha256', token), true)
    },
    has(token: string): boolean {
      return performance.now() < refusedUntil && refused.has(hash('sha256', token))
    },
  }
}
