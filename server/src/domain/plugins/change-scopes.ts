import type { ScopeName } from '@clinic/contract/scopes.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'
import { grantOf } from './plugin-grant.ts'
import { pluginVersion } from './plugin-version.ts'
import { recordConsent } from './record-consent.ts'

interface ScopeChange {
  id: string
  add?: readonly ScopeName[]
  remove?: readonly ScopeName[]
  /** In which the person read what the scopes allow. */
  language?: string
}

/**
 * Grants optional scopes or takes them back, from the next request on, and leaves a receipt. What a plugin requires goes
 * only with the plugin. A change that changes nothing leaves none.
 */
export async function changeScopes(tx: Tx, change: ScopeChange): Promise<InstallationRow> {
  const { id, add = [], remove = [], language } = change
  const installation = await tx.lock('installation', id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const version = await pluginVersion(tx, installation.plugin_version_id)
  const { requestedScopes, optionalScopes = [] } = version.manifest
  const required = remove.filter(scope => requestedScopes.includes(scope))
  if (required.length > 0) refuse('required_scope', { scopes: required })
  const issues = [...notOffered('add', add, optionalScopes), ...notOffered('remove', remove, optionalScopes)]
  if (issues.length > 0) return refuseInput(...issues)
  const chosen = [...installation.granted_scopes, ...add].filter(scope => !remove.some(name => name === scope))
  const { granted_scopes } = grantOf(version.manifest, chosen)
  if (isSame(granted_scopes, installation.granted_scopes)) return installation
  const changed = await tx.update('installation', id, { granted_scopes })
  if (granted_scopes.some(name => !installation.granted_scopes.includes(name)))
    await raiseAlarm(tx, 'scope_added', id, { installationId: id })
  await recordConsent(tx, changed, version, language)
  return changed
}

const notOffered = (field: string, scopes: readonly string[], offered: readonly string[]) =>
  scopes.flatMap((scope, index) =>
    offered.includes(scope)
      ? []
      : [{ path: `/${field}/${index}`, code: 'enum', message: 'must be one of the optional scopes of the plugin' }],
  )

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(name => other.includes(name))
