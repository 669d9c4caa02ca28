import type { Server } from 'node:http'
import type { Env } from './env.ts'

/** Where the outside world reaches this platform, without a slash at the end. */
export const publicUrl = ({ BASE_URL, PORT }: Pick<Env, 'BASE_URL' | 'PORT'>): string =>
  BASE_URL || `http://localhost:${PORT}`

/** The same for a process that listens: with port 0 the port is known only then. */
export function publicAddress(env: Pick<Env, 'BASE_URL' | 'PORT'>, server: Server): string {
  const bound = server.address()
  return publicUrl({ ...env, ...(typeof bound === 'object' && bound && { PORT: bound.port }) })
}

/** What a doctor pastes into the assistant. */
export const resourceUrl = (env: Pick<Env, 'ASSISTANT_URL' | 'ASSISTANT_PORT' | 'PORT'>): string =>
  env.ASSISTANT_URL || `http://localhost:${assistantPort(env)}/mcp`

/** Where an assistant's connection begins, logs in and leads to. */
export const oauthPlaces = (
  env: Pick<
    Env,
    'BASE_URL' | 'PORT' | 'WEB_ORIGIN' | 'ASSISTANT_PORT' | 'ASSISTANT_URL' | 'OAUTH_LOOPBACK_REDIRECTS' | 'NODE_ENV'
  >,
) => ({
  issuer: publicUrl(env),
  webOrigin: env.WEB_ORIGIN || publicUrl(env),
  resource: resourceUrl(env),
  loopback:
    env.OAUTH_LOOPBACK_REDIRECTS === 'auto' ? env.NODE_ENV !== 'production' : env.OAUTH_LOOPBACK_REDIRECTS === 'known',
})

/** Where the console's login may return to (specification, OAuth rule 6): the origin of the console and that of the API. */
export const returnOrigins = (env: Pick<Env, 'BASE_URL' | 'WEB_ORIGIN' | 'PORT'>): string[] => [
  ...new Set([env.WEB_ORIGIN || publicUrl(env), publicUrl(env)].map(url => new URL(url).origin)),
]

/** Where the assistant's resource server listens. */
export const assistantPort = ({ ASSISTANT_PORT, PORT }: Pick<Env, 'ASSISTANT_PORT' | 'PORT'>): number =>
  ASSISTANT_PORT ?? (PORT === 0 ? 0 : PORT + 1)

const ANY_ADDRESS = ['0.0.0.0', '::']

/** Where the resource server reaches the authorization server, which need not be its public address. */
export function authorizationServerUrl(
  env: Pick<Env, 'AUTHORIZATION_SERVER_URL' | 'ROLE' | 'HOST' | 'PORT' | 'BASE_URL'>,
): string {
  if (env.AUTHORIZATION_SERVER_URL) return env.AUTHORIZATION_SERVER_URL
  if (env.ROLE !== 'all') return publicUrl(env)
  const host = ANY_ADDRESS.includes(env.HOST) ? '127.0.0.1' : env.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`
}

/** The origins whose pages are the console's, as browsers name them. Without a public address, this machine's names. */
export function consoleOrigins({ BASE_URL, WEB_ORIGIN, PORT }: Pick<Env, 'BASE_URL' | 'WEB_ORIGIN' | 'PORT'>) {
  const local = ['localhost', '127.0.0.1', '[::1]'].map(host => `http://${host}:${PORT}`)
  const given = [BASE_URL, WEB_ORIGIN].filter(Boolean).map(url => new URL(url).origin)
  return new Set(BASE_URL ? given : [...local, ...given])
}
