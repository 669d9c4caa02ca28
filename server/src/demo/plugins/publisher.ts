import { sql } from '../../db/statement.ts'
import { manifestHashOf } from '../../domain/plugins/publish-plugin.ts'
import { newPublisherKey, publisherKeyHash } from '../../domain/publishers/publisher-access.ts'
import { hashPassword } from '../../domain/staff/password.ts'
import { sealTotpSecret } from '../../domain/staff/second-factor.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { ID_PREFIX, type IdKind } from '../../kernel/values/id-prefixes.ts'
import { derivedId } from '../../kernel/values/ids.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { DAY_MS, iso } from '../clock.ts'
import { type LoginSecrets, loginSecrets } from '../logins.ts'
import { SEED } from '../plans.ts'
import { DEMO_PLUGINS, type DemoPlugin, PUBLISHER_HOST, PUBLISHER_NAME } from './manifests.ts'

/** The part of demo.json about a publisher (contract section 13). */
export interface DemoPublisher {
  id: string
  name: string
  logins: (Omit<LoginSecrets, 'userId'> & { role: 'OWNER' })[]
  apiKey: string
}

const id = (kind: IdKind, ...words: string[]): string => derivedId(ID_PREFIX[kind], SEED, 'publisher', ...words)

const PUBLISHER_ID = id('publisher')
/** Its sandbox. */
export const PUBLISHER_CLINIC_ID = id('clinic')
const KEY_HINT = 8
/** How long ago the publisher began, and each version after the one before. */
const BEGAN_DAYS = 200
const BETWEEN_DAYS = 150

const owner = (box: SecretBox): LoginSecrets => loginSecrets(box, `owner@${PUBLISHER_HOST}`, true)

/** The key of the publisher's programs. It follows from the master key, as every secret of the demo does. */
const apiKey = (box: SecretBox): string =>
  newPublisherKey(Buffer.from(box.mac(PUBLISHER_ID, 'demo publisher key', 32), 'base64url'))

export function demoPublisher(box: SecretBox): DemoPublisher {
  const { email, password, totpSecret } = owner(box)
  const logins = [{ role: 'OWNER' as const, email, password, totpSecret }]
  return { id: PUBLISHER_ID, name: PUBLISHER_NAME.en, logins, apiKey: apiKey(box) }
}

/** Two that start at the same time take turns. */
const lock = sql("select pg_advisory_xact_lock(hashtextextended('demo publisher', 0))")
const exists = sql('select from publisher where id = $1')
const addClinic = sql(`
  insert into clinic (company_id, name, name_ar, country, currency, time_zone, locale, tax_percent, sandbox)
  values ($1, $2, $3, 'SA', 'SAR', 'Asia/Riyadh', 'ar-SA', 15, true) on conflict do nothing`)
const addUser = sql(`
  insert into staff_user (id, email, name, name_ar, password_hash, totp_secret, totp_enrolled_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7, $7) on conflict do nothing`)
const addPublisher = sql(`
  insert into publisher (company_id, id, name, name_ar, website, support_email, verified_host, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`)
const addMember = sql(`
  insert into publisher_member (company_id, id, email, user_id, role, created_at, updated_at)
  values ($1, $2, $3, $4, 'OWNER', $5, $5)`)
const addKey = sql(`
  insert into publisher_key
    (company_id, id, name, rights, key_hash, hint, created_by, second_factor, expires_at, created_at, updated_at)
  values ($1, $2, 'Demo', '{read,test,publish}', $3, $4, $5, true, $6, $7, $7)`)
const addPlugin = sql(`
  insert into plugin (id, slug, publisher_id, visibility, category, created_at) values ($1, $2, $3, 'LISTED', $4, $5)`)
const addVersion = sql(`
  insert into plugin_version
    (id, plugin_id, version, manifest, manifest_hash, notes, state, uploaded_at, published_at)
  values ($1, $2, $3, $4, $5, $6, 'PUBLISHED', $7, $7)`)

/** Makes the publisher with its sandbox clinic, its login, a key and its plugins, where it is not there yet. */
export async function makePublisher(tx: PlatformTx, box: SecretBox): Promise<void> {
  await tx.sql(lock([]))
  const [found] = await tx.sql(exists([PUBLISHER_ID]))
  if (found) return
  const now = Date.parse(tx.now)
  const began = iso(now - BEGAN_DAYS * DAY_MS)
  const { en, ar } = PUBLISHER_NAME
  const { userId, email, password, totpSecret } = owner(box)
  const secret = totpSecret === null ? null : sealTotpSecret(box, userId, totpSecret)
  await tx.sql(addClinic([PUBLISHER_CLINIC_ID, `${en} (sandbox)`, `${ar} (تجريبية)`]))
  await tx.sql(
    addUser([userId, email, 'Demo Developer', 'المطوّر التجريبي', await hashPassword(password), secret, began]),
  )
  const said = [`https://${PUBLISHER_HOST}`, `support@${PUBLISHER_HOST}`, PUBLISHER_HOST]
  await tx.sql(addPublisher([PUBLISHER_CLINIC_ID, PUBLISHER_ID, en, ar, ...said, began]))
  await tx.sql(addMember([PUBLISHER_CLINIC_ID, id('publisher_member'), email, userId, began]))
  const key = apiKey(box)
  const hashed = [publisherKeyHash(key), key.slice(0, KEY_HINT)]
  await tx.sql(addKey([PUBLISHER_CLINIC_ID, id('publisher_key'), ...hashed, userId, iso(now + 365 * DAY_MS), tx.now]))
  for (const plugin of DEMO_PLUGINS) await publish(tx, plugin, now)
}

async function publish(tx: PlatformTx, { category, versions }: DemoPlugin, now: number): Promise<void> {
  const slug = versions[0]?.manifest.plugin.slug ?? ''
  const at = (place: number) => iso(now - (BEGAN_DAYS - 10 - place * BETWEEN_DAYS) * DAY_MS)
  const pluginId = id('plugin', slug)
  await tx.sql(addPlugin([pluginId, slug, PUBLISHER_ID, category, at(0)]))
  for (const [place, { version, manifest, notes }] of versions.entries()) {
    const said = [version, JSON.stringify(manifest), manifestHashOf(manifest), notes]
    await tx.sql(addVersion([id('plugin_version', slug, version), pluginId, ...said, at(place)]))
  }
}
