import { createHash, randomBytes } from 'node:crypto'
import { textIn } from './database.ts'
import type { KnownLab } from './orders.ts'
import type { Portal } from './portal.ts'

const HOUR_MS = 3_600_000

/** What lets a lab in is kept as its hash: who reads the file cannot come in with it. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function keep(portal: Portal, table: 'invitation' | 'session', labId: string, hours: number): string {
  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(portal.now().getTime() + hours * HOUR_MS).toISOString()
  portal.database.run(`insert into ${table} (secret, lab_id, expires_at) values (:secret, :labId, :expiresAt)`, {
    ...{ secret: hashOf(secret), labId, expiresAt },
  })
  return secret
}

/** A link that lets a lab in once. */
export const invite = (portal: Portal, labId: string): string =>
  `${portal.publicUrl}/enter/${keep(portal, 'invitation', labId, portal.known.linkHours)}`

/** The secret of a new session for a link that was not used yet; nothing for any other. */
export function enter(portal: Portal, secret: string): string | undefined {
  const [row] = portal.database.all(
    'delete from invitation where secret = :secret and expires_at > :now returning lab_id',
    { secret: hashOf(secret), now: portal.now().toISOString() },
  )
  return row && keep(portal, 'session', textIn(row, 'lab_id'), portal.known.sessionDays * 24)
}

/** The lab of a session, while the clinic still works with it. */
export function labOfSession({ database, now }: Portal, secret: string): KnownLab | undefined {
  const [row] = database.all(
    `select lab.id, lab.name from session join lab on lab.id = session.lab_id
     where secret = :secret and expires_at > :now and disabled = 0`,
    { secret: hashOf(secret), now: now().toISOString() },
  )
  return row && { id: textIn(row, 'id'), name: textIn(row, 'name') }
}

export const leave = ({ database }: Portal, secret: string): void =>
  database.run('delete from session where secret = :secret', { secret: hashOf(secret) })
