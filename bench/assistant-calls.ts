import type pg from 'pg'
import { factories } from '../server/test/support/clinic/factories.ts'
import { grantAssistant } from '../server/test/support/oauth/assistant-grant.ts'

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A tool's call as bytes. */
export function toolCall(name: string, args: unknown, token: string): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta: META },
  })
  const head = [
    'POST /mcp HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    'mcp-protocol-version: 2026-07-28',
    'mcp-method: tools/call',
    `mcp-name: ${name}`,
    `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** As many doctors of a clinic, each of whom let an assistant in; answers its tokens. */
export async function grantDoctors(
  owner: pg.Pool,
  companyId: string,
  { doctors, resource }: { doctors: number; resource: string },
): Promise<string[]> {
  const sql = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows
  const { insert } = factories(sql)
  const granted = Array.from({ length: doctors }, () =>
    grantAssistant({ insert, sql }, { company_id: companyId }, { resource }),
  )
  return (await Promise.all(granted)).map(({ access }) => access)
}
