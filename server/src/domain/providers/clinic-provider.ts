import { isRecord } from '@clinic/contract/json-schema.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What a clinic needs providers for. */
export type ProviderKind = 'payments' | 'whatsapp' | 'sms' | 'email' | 'video'

/** Keys and secrets of the clinic's account at a provider. */
export type ProviderSettings = Readonly<Record<string, string>>

/** A provider that the clinic has settings for. */
export interface ClinicProvider {
  provider: string
  settings: ProviderSettings
}

interface Stored {
  provider: string
  sealed_settings: Buffer
}

const activeProvider = sql<Stored>(`
  select provider, sealed_settings from clinic_provider where company_id = $1 and kind = $2 and active`)
const oneProvider = sql<Stored>(`
  select provider, sealed_settings from clinic_provider where company_id = $1 and kind = $2 and provider = $3`)
const putAside = sql(`
  update clinic_provider set active = false, updated_at = $4
  where company_id = $1 and kind = $2 and provider <> $3 and active`)
const put = sql(`
  insert into clinic_provider (company_id, kind, provider, active, sealed_settings, created_at, updated_at)
  values ($1, $2, $3, true, $5, $4, $4)
  on conflict (company_id, kind, provider) do update set
    active = true, sealed_settings = excluded.sealed_settings, updated_at = excluded.updated_at`)

/** What sealed settings are bound to. */
export const providerPurpose = (companyId: string, kind: string, provider: string) =>
  `provider ${companyId} ${kind} ${provider}`

function opened(box: SecretBox, companyId: string, kind: ProviderKind, [row]: Stored[]): ClinicProvider | undefined {
  if (!row) return undefined
  const settings: unknown = JSON.parse(
    box.open(row.sealed_settings, providerPurpose(companyId, kind, row.provider)).toString(),
  )
  const texts = Object.entries(isRecord(settings) ? settings : {}).map(([key, value]) => [key, String(value)])
  return { provider: row.provider, settings: Object.fromEntries(texts) }
}

/** The provider of a kind that the clinic uses. */
export const providerInUse = async (tx: Tx, kind: ProviderKind): Promise<ClinicProvider | undefined> =>
  opened(tx.box, tx.clinic.id, kind, await tx.sql(activeProvider([tx.clinic.id, kind])))

/** A provider that the clinic uses or has used: what was begun there ends there. */
export const providerNamed = async (
  tx: Tx,
  kind: ProviderKind,
  provider: string,
): Promise<ClinicProvider | undefined> =>
  opened(tx.box, tx.clinic.id, kind, await tx.sql(oneProvider([tx.clinic.id, kind, provider])))

/** The settings as they lie in the database. */
export const sealedSettings = (
  box: SecretBox,
  companyId: string,
  kind: ProviderKind,
  { provider, settings }: ClinicProvider,
): Buffer => box.seal(JSON.stringify(settings), providerPurpose(companyId, kind, provider))

/** Stores the clinic's settings for a provider and uses it from now on, in place of another of its kind. */
export async function useProvider(tx: Tx, kind: ProviderKind, { provider, settings }: ClinicProvider): Promise<void> {
  const { id } = tx.clinic
  await tx.sql(putAside([id, kind, provider, tx.now]))
  await tx.sql(put([id, kind, provider, tx.now, sealedSettings(tx.box, id, kind, { provider, settings })]))
  tx.touched.row('clinic', { id }, [`provider.${kind}`, ...Object.keys(settings).map(key => `provider.${kind}.${key}`)])
}

const stop = sql(
  'update clinic_provider set active = false, updated_at = $3 where company_id = $1 and kind = $2 and active',
)

/** Uses no provider of the kind any more; the settings stay, for what is still under way there. */
export async function useNoProvider(tx: Tx, kind: ProviderKind): Promise<void> {
  await tx.sql(stop([tx.clinic.id, kind, tx.now]))
  tx.touched.row('clinic', { id: tx.clinic.id }, [`provider.${kind}`])
}
