import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type PluginVersion, type VersionRow, versionOf } from './plugin-version.ts'

/** A plugin that the clinic can install, in its newest version, and its installation where there is one. */
export interface Offer {
  version: PluginVersion
  installationId: string | null
  category: string | null
  icon_name: string | null
  /** That the publisher has proved to be its own. */
  verifiedHost: string | null
  /** When this very version passed its exam. */
  examinedAt: string | null
}

const OFFERS = `
  select v.id, v.plugin_id as "pluginId", p.slug, v.version, v.manifest, v.manifest_hash as "manifestHash",
    standing.id as "installationId", verified_host_of(p.id) as "verifiedHost",
    v.examined_at as "examinedAt", p.category, p.icon_name
  from plugin p
  left join publisher own on own.company_id = $1
  join lateral (
    select * from plugin_version
    where plugin_id = p.id and (state = 'PUBLISHED' or (state = 'UPLOADED' and p.publisher_id = own.id))
    order by coalesce(published_at, uploaded_at) desc, id desc limit 1) v on true
  left join installation standing
    on standing.company_id = $1 and standing.plugin_id = p.id and standing.status <> 'UNINSTALLED'
  where (p.visibility = 'LISTED' or p.publisher_id = own.id or standing.id is not null
    or exists (select from install_link_clinic where company_id = $1 and plugin_id = p.id))`
type Row = VersionRow & Omit<Offer, 'version'>
/** What stands still everywhere is not offered, save to the clinics that have it. */
const OFFERED = 'standing.id is not null or not exists (select from plugin_stop where plugin_id = p.id)'
const all = sql<Row>(`${OFFERS} and (${OFFERED}) order by p.slug`)
const withSlug = sql<Row>(`${OFFERS} and p.slug = $2 and (${OFFERED})`)

const offerOf = ({ installationId, verifiedHost, examinedAt, category, icon_name, ...version }: Row): Offer => ({
  version: versionOf(version),
  ...{ installationId, verifiedHost, examinedAt, category, icon_name },
})

/**
 * Every plugin that is published and that the clinic may find, by slug. The sandbox of a publisher is offered what that one
 * has uploaded, too.
 */
export const catalogue = async (tx: Tx): Promise<Offer[]> => (await tx.sql(all([tx.clinic.id]))).map(offerOf)

/** The plugin with this slug, or 404. */
export async function offerWithSlug(tx: Tx, slug: string): Promise<Offer> {
  const [row] = await tx.sql(withSlug([tx.clinic.id, slug]))
  return row ? offerOf(row) : refuse('not_found', { resource: 'plugin' })
}

/** What speaks for a version beside its manifest. */
export type Proof = Pick<Offer, 'verifiedHost' | 'examinedAt'>

const proof = sql<Proof>(`
  select verified_host_of(plugin_id) as "verifiedHost", examined_at as "examinedAt" from plugin_version where id = $1`)

/** The host that the publisher of a version has proved to be its own, and when the version passed its exam. */
export const proofOf = async (tx: Tx, versionId: string): Promise<Proof> =>
  (await tx.sql(proof([versionId])))[0] ?? { verifiedHost: null, examinedAt: null }
