import { hash, randomBytes } from 'node:crypto'

/** Prefixes by which scanners find what leaked. */
const PREFIX = { client: 'oac_', code: 'mcc_', access: 'mca_', refresh: 'mcr_' } as const

/** 256 random bits, opaque (specification, OAuth rule 3). */
export const newSecret = (kind: keyof typeof PREFIX): string => PREFIX[kind] + randomBytes(32).toString('base64url')

/** All that is stored of a code or token. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
