import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type SecretBox, secretBox } from '../kernel/values/secret-box.ts'
import type { Env } from '../settings/env.ts'
import { masterKeys } from '../settings/master-keys.ts'
import { BackupRefusal } from './refusal.ts'

/** The keys of the platform that was backed up, which is never in a backup; none is made here. */
export async function givenKeys(env: Env): Promise<SecretBox> {
  const file = join(env.DATA_DIR, 'secret.key')
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (env.SECRET_KEY.length === 0 && !isThere)
    throw new BackupRefusal(
      `Set SECRET_KEY, or put secret.key into ${env.DATA_DIR}: a backup opens with the platform's key alone.`,
    )
  return secretBox(await masterKeys(env))
}
