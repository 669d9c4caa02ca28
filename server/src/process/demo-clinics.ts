import { isDemoTold } from '../demo/demo-path.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { oauthPlaces, publicUrl } from '../settings/addresses.ts'
import { type Databases, hasClinics } from '../settings/databases.ts'
import type { Env } from '../settings/env.ts'

/**
 * Makes the demo clinics of a first start, one with each step, and those that a start which was ended did not come to. What
 * makes them loads while the database still opens, and only where it is needed.
 */
export async function* demoClinics(
  env: Env,
  opening: Promise<Databases>,
  box: SecretBox,
  log: (line: string) => void,
): AsyncGenerator {
  if (!env.DEMO || env.NODE_ENV === 'production') return
  // Without MIGRATE no process has the owner's login.
  if (!env.MIGRATE) return
  if ((await isDemoTold(env.DATA_DIR)) && (await hasClinics((await opening).owner))) return
  const { makeClinics } = await import('../demo/demo.ts')
  const { openStorage } = await import('../providers/files/open-storage.ts')
  const baseUrl = publicUrl(env)
  const { storage: files } = openStorage(env, box, () => baseUrl)
  const ownerUrl = (await opening).owner
  try {
    yield* makeClinics({ ownerUrl, env, box, files, log, baseUrl, assistantUrl: oauthPlaces(env).resource })
  } finally {
    files.close()
  }
}
