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

/** Who calls a tool. */
export interface Caller extends Requester {
  /** The era of the protocol, as the SDK calls them: since revision 2026-07-28, and before. */
  era: 'modern' | 'legacy'
}

/** The first line of a request, as far as it concerns the protocol, and its headers. */
export type RequestHead = Pick<FastifyRequest, 'method' | 'headers'>

export const REVISION = '2026-07-28'
