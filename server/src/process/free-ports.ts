import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { assistantPort } from '../settings/addresses.ts'
import type { Env } from '../settings/env.ts'
import { SettingError } from '../settings/readers.ts'
import { metricsPort, type RoleName, startedRoles } from '../settings/roles.ts'

type Ports = Pick<Env, 'ROLE' | 'HOST' | 'PORT' | 'ASSISTANT_PORT' | 'METRICS_PORT'>
interface Claim {
  setting: 'PORT' | 'ASSISTANT_PORT' | 'METRICS_PORT'
  port: number
}

/** Every port on which this start will listen, with the setting that says which. */
export function portsOf(env: Ports): Claim[] {
  const serves: Record<RoleName, Claim[]> = {
    api: [{ setting: 'PORT', port: env.PORT }],
    worker: [],
    assistant: [{ setting: 'ASSISTANT_PORT', port: assistantPort(env) }],
  }
  const claims = startedRoles(env.ROLE).flatMap(role => [
    ...serves[role],
    { setting: 'METRICS_PORT' as const, port: metricsPort(env, role) },
  ])
  return claims.filter(({ port }) => port !== 0)
}

/**
 * Throws one line that says which setting to change where a port cannot be listened on: before anything is started, so that
 * a person does not wait for a start that ends there.
 */
export async function claimPorts(env: Ports): Promise<void> {
  const held: Server[] = []
  try {
    // Held together: two settings may name the same port.
    for (const claim of portsOf(env)) held.push(await hold(env.HOST, claim))
  } finally {
    for (const server of held) server.close()
    await Promise.all(held.map(server => once(server, 'close')))
  }
}

async function hold(host: string, { port, setting }: Claim): Promise<Server> {
  const server = createServer().listen({ port, host, exclusive: true })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new SettingError(reasonFor(code, host, port, setting))
  }
}

function reasonFor(code: string, host: string, port: number, setting: Claim['setting']): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken; end what listens there or set ${setting} to another.`
  if (code === 'EACCES') return `Port ${port} of ${host} may not be used by this account; set ${setting} to another.`
  return `HOST=${host} is no address of this machine (${code}).`
}
