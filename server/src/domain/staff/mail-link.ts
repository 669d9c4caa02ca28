import { hash } from 'node:crypto'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What links in mails to staff are for. */
export type LinkKind = 'password_reset' | 'invitation' | 'registration'

/**
 * The secret of a link: a MAC of what it is for, 256 bits. It is computed anew when the mail is written, so it lies
 * nowhere; the database knows its SHA-256 alone.
 */
export const linkToken = (box: SecretBox, kind: LinkKind, id: string): string => box.mac(id, `link ${kind}`, 32)

export const linkTokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
