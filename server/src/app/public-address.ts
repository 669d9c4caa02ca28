import type { FastifyInstance } from 'fastify'
import { publicUrl } from '../settings/addresses.ts'
import type { Env } from '../settings/env.ts'

/** The same as publicUrl for a process that listens: with port 0 the port is known only then. */
export function publicAddress(env: Pick<Env, 'BASE_URL' | 'PORT'>, http: FastifyInstance): string {
  const bound = http.server.address()
  return publicUrl({ ...env, ...(typeof bound === 'object' && bound && { PORT: bound.port }) })
}
