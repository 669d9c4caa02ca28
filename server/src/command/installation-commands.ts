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
import { inSession } from './session.ts'

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

type ListedReceipt = {
  id: string
  givenAt: string
  givenBy: string
  manifestHash: string
  scopes: string[]
  events: string[]
}

const receiptsOf = sql<ListedReceipt>(`
  select id, given_at as "givenAt", given_by as "givenBy", manifest_hash as "manifestHash",
    granted_scopes as scopes, granted_events as events
  from consent_receipt where company_id = $1 and installation_id = $2 order by given_at, id`)

type UseCase = (tx: Tx, input: { id: string }) => Promise<InstallationRow>

/** Approves what waits now: the operator has read the manifest that they published. */
const approveWaiting =
  (optionalScopes: string[] | undefined, settings: Record<string, unknown> | undefined): UseCase =>
  async (tx, { id }) => {
    const { pending_version_id, plugin_id } = await tx.get('installation', id)
    const waiting = pending_version_id === null ? newestOfPlugin(tx, plugin_id) : pluginVersion(tx, pending_version_id)
    return approveUpgrade(tx, { id, version: (await waiting).version, optionalScopes, settings })
  }

export function addInstallationCommands(program: Command): void {
  const installation = program.command('installation').description('plugins in clinics')
  const act = (id: string, useCase: UseCase) =>
    inSession(program, async ({ inClinic, print }) =>
      print(presentInstallation(await inClinic(clinicOfInstallation(id), tx => useCase(tx, { id })))),
    )
  const simple = (name: string, description: string, useCase: UseCase) =>
    installation
      .command(name)
      .description(description)
      .argument('<id>')
      .action((id: string) => act(id, useCase))

  installation
    .command('list')
    .description('all installations, newest first')
    .option('--clinic <id>')
    .action(({ clinic = null }: { clinic?: string | null }) =>
      inSession(program, async ({ platform, print }) =>
        print(await platform(tx => tx.sql(listInstallations([clinic])))),
      ),
    )

  simple('suspend', 'refuse its tokens from the next request on', suspendInstallation)
  simple('resume', 'let a suspended one go on', resumeInstallation)
  simple('upgrade', 'take over the newest version, or wait for approval if it asks for more', upgradeInstallation)
  simple('uninstall', 'remove it for good and revoke its tokens', uninstallPlugin)

  installation
    .command('approve')
    .description('grant what the waiting version asks for')
    .argument('<id>')
    .option('--scope <name>', 'an optional scope to grant; repeat it for more', several)
    .option('--settings <json>', 'what its settings need', jsonMap)
    .action((id: string, { scope, settings }: { scope?: string[]; settings?: Record<string, unknown> }) =>
      act(id, approveWaiting(scope, settings)),
    )

  installation
    .command('configure')
    .description('change settings; null deletes one')
    .argument('<id>')
    .requiredOption('--settings <json>', 'merged key by key', jsonMap)
    .action((id: string, { settings }: { settings: Record<string, unknown> }) =>
      act(id, tx => changeSettings(tx, { id, patch: settings })),
    )

  addReceiptsCommand(program, installation)
}

function addReceiptsCommand(program: Command, installation: Command): void {
  installation
    .command('receipts')
    .description('what was consented to, by whom and when')
    .argument('<id>')
    .action((id: string) =>
      inSession(program, async ({ inClinic, print }) =>
        print(await inClinic(clinicOfInstallation(id), tx => tx.sql(receiptsOf([tx.clinic.id, id])))),
      ),
    )
}
