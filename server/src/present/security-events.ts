import { isRecord } from '@clinic/contract/json-schema.ts'
import { SECURITY_EVENT_KINDS, SECURITY_LEVELS, SecurityEvent } from '@clinic/contract/staff/security-events.ts'
import type { SecurityEventRow } from '../domain/security/security-events.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const kindOf = wordOf(SECURITY_EVENT_KINDS)
const levelOf = wordOf(SECURITY_LEVELS)

const dataOf = ({ data }: SecurityEventRow, name: string): unknown => (isRecord(data) ? data[name] : undefined)
const textOf = (name: string) => (row: SecurityEventRow) => {
  const value = dataOf(row, name)
  return typeof value === 'string' ? value : null
}

/** A security event, with whom and what it is about. */
export const presentSecurityEvent = presenter<SecurityEventRow, typeof SecurityEvent>(SecurityEvent, {
  kind: ({ kind }) => kindOf(kind),
  level: ({ level }) => levelOf(level),
  actor: textOf('actor'),
  userId: textOf('userId'),
  userName: textOf('userName'),
  browser: textOf('browser'),
  network: textOf('network'),
  installationId: textOf('installationId'),
  pluginSlug: textOf('pluginSlug'),
  tokenHint: textOf('tokenHint'),
  cause: textOf('cause'),
  patientsPerDay: row => {
    const value = dataOf(row, 'patientsPerDay')
    return typeof value === 'number' ? value : null
  },
  command: textOf('command'),
  day: textOf('day'),
  recordId: textOf('recordId'),
  seal: textOf('seal'),
})
