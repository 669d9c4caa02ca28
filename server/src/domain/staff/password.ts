import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'

/** OWASP's least for argon2id: 19 MiB, two passes. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PARAMETERS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)$/
const SALT_OF_NO_ACCOUNT = Buffer.alloc(16)

/** The same text however a keyboard composes it (NIST SP 800-63B section 3.1.1.2). */
const canonical = (password: string): string => password.normalize('NFKC')

/** A password as it is stored: argon2id in the PHC string format. */
export const hashPassword = (password: string, salt: Buffer = randomBytes(16)): Promise<string> =>
  hash(canonical(password), { ...COST, salt })

/**
 * The password hashed as the stored one was, for the database to compare. Without parameters, which is how an unknown
 * e-mail address looks, it is hashed all the same, so that both take the same time.
 */
export function hashLike(parameters: string | null, password: string): Promise<string> {
  const [, memoryCost, timeCost, parallelism, salt] = PARAMETERS.exec(parameters ?? '') ?? []
  if (salt === undefined) return hashPassword(password, SALT_OF_NO_ACCOUNT)
  return hash(canonical(password), {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  })
}
