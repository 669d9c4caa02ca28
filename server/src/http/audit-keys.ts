import type { FastifyInstance } from 'fastify'
import { sql } from '../db/statement.ts'

interface Key {
  id: string
  public_key: Buffer
}

export const publicKeys = sql<Key>('select id, public_key from audit_key order by created_at desc, id')([])

/** The keys by which anybody checks the seals of the audit (RFC 8037), also those that are signed with no longer. */
export function auditKeys(app: FastifyInstance, read: () => Promise<Key[]>): void {
  app.get('/.well-known/audit-keys.json', { config: { kept: 'fiveMinutes' } }, async () => ({
    keys: (await read()).map(({ id, public_key: key }) => ({
      ...{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: id },
      x: key.toString('base64url'),
    })),
  }))
}
