import type { FastifyRequest } from 'fastify'
import type { Connection } from './connection.ts'
import type { Toolset } from './toolset.ts'

/** Whose request it is, and how it came. */
export interface Requester {
  connection: Connection
  toolset: Toolset
  requestId: string
  address: string | null
  agent: string
}

/** The eras of the protocol, as the SDK calls them: since revision 2026-07-28, and before. */
export type Era = 'modern' | 'legacy'

/** Who calls a tool. */
export interface Caller extends Requester {
  era: Era
}

/** The first line of a request, as far as it concerns the protocol, and its headers. */
export type RequestHead = Pick<FastifyRequest, 'method' | 'headers'>

export const REVISION = '2026-07-28'

export const eraOf = ({ headers }: RequestHead): Era =>
  headers['mcp-protocol-version'] === REVISION ? 'modern' : 'legacy'
