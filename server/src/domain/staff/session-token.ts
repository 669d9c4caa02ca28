import { hash, randomBytes } from 'node:crypto'

/** What the browser holds of a session: 256 random bits. The database knows its SHA-256 alone. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

export const sessionTokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** How long a session lasts without being used, and at most; PostgreSQL intervals. */
export const IDLE = '60 minutes'
export const ABSOLUTE = '12 hours'
