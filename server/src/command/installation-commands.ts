import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { approveUpgrade } from '../domain/plugins/approve-upgrade.ts'
import { changeSettings } from '../domain/plugins/change-settings.ts'
import type { InstallationRow } from '../domain/plugins/installation-row.ts'
import { newestOfPlugin, pluginVersion } from '../domain/plugins/plugin-version.ts'
import { resumeInstallation, suspendInstallation } from '../domain/plugins/suspend-installation.ts'
import { uninstallPlugin } from '../domain/plugins/uninstall-plugin.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'
import type { Tx } from '../kernel/tx.ts'
import { jsonMap, several } from './arguments.ts'
import { clinicOfInstallation } from './operator.ts'
import type { Row } from './output.ts'
import { printing } from './session.ts'

export const presentInstallation = (row: InstallationRow): Row => ({
  id: row.id,
  clinic: row.company_id,
  status: row.status,
  mode: row.mode,
  scopes: row.granted_scopes,
  events: row.granted_events,
  allowedIpRanges: row.allowed_ip_ranges,
})

const listInstallations = sql<Row>(`
  select installation.id, installation.company_id as clinic, plugin.slug as plugin, release.version,
    pending.version as "pendingVersion", installation.status, installation.mode,
    cardinality(installation.granted_scopes) as scopes, cardinality(installation.granted_events) as events
  from installation
  join plugin on plugin.id = installation.plugin_id
  join plugin_version release on release.id = installation.plugin_version_id
  left join plugin_version pending on pending.id = installation.pending_version_id
  where $1::text is null or installation.company_id = $1
  order by installation.created_at desc, installation.id desc`)

const receiptsOf = sql<Row>(`
  select id, given_at as "givenAt", given_by as "givenBy", manifest_hash as "manifestHash",
    granted_scopes as scopes, granted_events as events
  from consent_receipt where company_id = $1 and installation_id = $2 order by given_at, id`)

type UseCase = (tx: Tx, input: { id: string }) => Promise<InstallationRow>

/** Approves what waits now: the operator has read the manifest that they published. */
const approveWaiting =
  ({ scope, settings }: { scope?: string[]; settings?: Record<string, unknown> }): UseCase =>
  async (tx, { id }) => {
    const { pending_version_id, plugin_id } = await tx.get('installation', id)
    const waiting = pending_version_id === null ? newestOfPlugin(tx, plugin_id) : pluginVersion(tx, pending_version_id)
    return approveUpgrade(tx, { id, version: (await waiting).version, optionalScopes: scope, settings })
  }

const configure =
  ({ settings }: { settings: Record<string, unknown> }): UseCase =>
  (tx, { id }) =>
    changeSettings(tx, { id, patch: settings })

export function addInstallationCommands(program: Command): void {
  const installation = program.command('installation').description('plugins in clinics')
  const act = <Options>(useCase: (options: Options) => UseCase) =>
    printing(program, async ({ inClinic }, id: string, options: Options) =>
      presentInstallation(await inClinic(clinicOfInstallation(id), tx => useCase(options)(tx, { id }))),
    )
  const simple = (name: string, description: string, useCase: UseCase) =>
    installation
      .command(`${name} <id>`)
      .description(description)
      .action(act(() => useCase))

  installation
    .command('list')
    .description('all installations, newest first')
    .option('--clinic <id>')
    .action(
      printing(program, ({ platform }, { clinic = null }: { clinic?: string | null }) =>
        platform(tx => tx.sql(listInstallations([clinic]))),
      ),
    )

  simple('suspend', 'refuse its tokens from the next request on', suspendInstallation)
  simple('resume', 'let a suspended one go on', resumeInstallation)
  simple('upgrade', 'take over the newest version, or wait for approval if it asks for more', upgradeInstallation)
  simple('uninstall', 'remove it for good and revoke its tokens', uninstallPlugin)

  installation
    .command('approve <id>')
    .description('grant what the waiting version asks for')
    .option('--scope <name>', 'an optional scope to grant; repeat it for more', several)
    .option('--settings <json>', 'what its settings need', jsonMap)
    .action(act(approveWaiting))

  installation
    .command('configure <id>')
    .description('change settings; null deletes one')
    .requiredOption('--settings <json>', 'merged key by key', jsonMap)
    .action(act(configure))

  installation
    .command('receipts <id>')
    .description('what was consented to, by whom and when')
    .action(
      printing(program, ({ inClinic }, id: string) =>
        inClinic(clinicOfInstallation(id), tx => tx.sql(receiptsOf([tx.clinic.id, id]))),
      ),
    )
}
