import type { Input } from '@clinic/contract/kernel.ts'
import type { createTestInstallation as declared } from '@clinic/contract/publisher/test-installations.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { connectWebhooks, type WebhookAddress } from '../plugins/connect-webhooks.ts'
import { installWithReceipt } from '../plugins/install-plugin.ts'
import { issueToken } from '../plugins/issue-token.ts'
import { pluginVersion } from '../plugins/plugin-version.ts'
import { uninstallPlugin } from '../plugins/uninstall-plugin.ts'
import type { EndpointWithSecret } from '../webhooks/add-endpoint.ts'
import { ownPlugin } from './own-plugins.ts'
import { versionWith } from './own-versions.ts'

/** What is tried, and what is shown of it once. */
interface Tried {
  id: string
  receiptId: string
  token: string
  made: EndpointWithSecret[]
}

const standing = sql<{ id: string }>(`
  select id from installation where company_id = $1 and plugin_id = $2 and status <> 'UNINSTALLED'`)
/** What may be tried: neither taken back nor refused. */
const TRIABLE = ['UPLOADED', 'IN_REVIEW', 'PUBLISHED']

/** Installs a version in the publisher's own sandbox, also one that clinics are not offered. */
export async function installForTest(
  tx: Tx,
  { id: pluginId, version, replace = false, optionalScopes, settings }: Input<typeof declared>,
  addresses: readonly WebhookAddress[],
): Promise<Tried> {
  const { slug } = await ownPlugin(tx, pluginId)
  const { id: versionId, state } = await versionWith(tx, pluginId, version)
  if (!TRIABLE.includes(state)) refuse('invalid_state_transition', { from: state, to: 'INSTALLED' })
  const [before] = await tx.sql(standing([tx.clinic.id, pluginId]))
  if (before && replace) await uninstallPlugin(tx, { id: before.id })
  const tried = await pluginVersion(tx, versionId)
  const { installation, receiptId } = await installWithReceipt(tx, { slug, tried, optionalScopes, settings })
  const made = await connectWebhooks(tx, installation, addresses)
  const { token } = await issueToken(tx, { installationId: installation.id, name: `Test of ${version}` })
  return { id: installation.id, receiptId, token, made }
}
