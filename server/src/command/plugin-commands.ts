import { validateManifest } from '@clinic/contract/manifest.ts'
import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { connectWebhooks, type WebhookAddress } from '../domain/plugins/connect-webhooks.ts'
import { installPlugin } from '../domain/plugins/install-plugin.ts'
import { newestVersion } from '../domain/plugins/plugin-version.ts'
import { publishPlugin } from '../domain/plugins/publish-plugin.ts'
import { matchesPattern } from '../domain/plugins/setting-pattern.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'
import { createEgress } from '../egress/agent.ts'
import { refuseInput } from '../kernel/errors.ts'
import { readEnv } from '../settings/env.ts'
import { localWebhooks } from '../settings/switches.ts'
import { checkEndpointUrl } from '../webhooks/attempt.ts'
import { jsonFile, jsonMap, several, type TemplateUrl, webhookAddresses } from './arguments.ts'
import { presentInstallation } from './installation-commands.ts'
import { clinicById, type Operator } from './operator.ts'
import type { Row } from './output.ts'
import { addStopCommands } from './plugin-stop-commands.ts'
import { inSession, printing } from './session.ts'

const listPlugins = sql<Row>(`
  select plugin.slug, release.version, to_char(release.published_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
    (select count(*)::integer from installation where plugin_id = plugin.id and status <> 'UNINSTALLED') as installations
  from plugin
  join lateral (
    select version, published_at from plugin_version where plugin_id = plugin.id and state = 'PUBLISHED' order by published_at desc, id desc limit 1
  ) release on true
  order by plugin.slug`)

const installationsBehind = sql<{ company_id: string; id: string }>(`
  select company_id, id from installation
  where plugin_id = $1 and plugin_version_id <> $2 and status <> 'UNINSTALLED'
  order by id`)

interface InstallOptions {
  clinic: string
  scope?: string[]
  ip?: string[]
  settings?: Record<string, unknown>
  webhook?: TemplateUrl[]
}

/** Whether the addresses may be sent to, found out as the API does. */
async function checked(urls: readonly TemplateUrl[]): Promise<WebhookAddress[]> {
  if (urls.length === 0) return []
  const egress = createEgress({ allowPrivate: localWebhooks(readEnv(process.env)) })
  const checkUrl = checkEndpointUrl(egress)
  try {
    return await Promise.all(urls.map(async given => ({ ...given, check: await checkUrl(given.url) })))
  } finally {
    await egress.close()
  }
}

/**
 * Brings every installation of a plugin to its newest version, or has it wait for approval. Each is a transaction of its
 * own; running it again goes on where it ended.
 */
async function rollOut({ platform, inClinic }: Pick<Operator, 'platform' | 'inClinic'>, slug: string) {
  const behind = await platform(async tx => {
    const newest = await newestVersion(tx, slug)
    return tx.sql(installationsBehind([newest.pluginId, newest.id]))
  })
  const done = { takenOver: 0, awaitingApproval: 0 }
  for (const { company_id, id } of behind) {
    const { pending_version_id } = await inClinic(clinicById(company_id), tx => upgradeInstallation(tx, { id }))
    done[pending_version_id === null ? 'takenOver' : 'awaitingApproval']++
  }
  return done
}

export function addPluginCommands(program: Command): void {
  const plugin = program.command('plugin').description('plugins that clinics can install')

  plugin
    .command('check <manifest.json>')
    .description('name every problem of a manifest')
    .action(async (file: string) => {
      const issues = validateManifest(await jsonFile(file), matchesPattern)
      if (issues.length > 0) refuseInput(...issues)
    })

  plugin
    .command('publish <manifest.json>')
    .description('publish a version and bring installations to it')
    .requiredOption('--version <semver>', 'above the newest, such as 1.4.0')
    .action(async (file: string, { version }: { version: string }) => {
      const manifest = await jsonFile(file)
      await inSession(program, async ({ print, ...operator }) => {
        const { isNew, slug, manifestHash } = await operator.platform(tx => publishPlugin(tx, { manifest, version }))
        print({ slug, version, manifestHash, isNew, ...(await rollOut(operator, slug)) })
      })
    })

  plugin
    .command('list')
    .description('all plugins with their newest versions')
    .action(printing(program, ({ platform }) => platform(tx => tx.sql(listPlugins([])))))

  addInstallCommand(program, plugin)
  addStopCommands(plugin, program)
}

function addInstallCommand(program: Command, plugin: Command): void {
  plugin
    .command('install <slug>')
    .description('install the newest version in a clinic')
    .requiredOption('--clinic <id>')
    .option('--scope <name>', 'an optional scope to grant; repeat it for more', several)
    .option('--ip <range>', 'an address range for tokens instead of the manifest’s; repeat it for more', several)
    .option('--settings <json>', 'settings of the plugin', jsonMap)
    .option(
      '--webhook <number=url>',
      'where the events of a webhook of the manifest go; repeat it for more',
      webhookAddresses,
    )
    .action((slug: string, { clinic, scope, ip, settings, webhook = [] }: InstallOptions) =>
      inSession(program, async ({ inClinic, print, note }) => {
        const addresses = await checked(webhook)
        const input = { slug, optionalScopes: scope, allowedIpRanges: ip, settings }
        const [installation, endpoints] = await inClinic(clinicById(clinic), async tx => {
          const installed = await installPlugin(tx, input)
          return [installed, await connectWebhooks(tx, installed, addresses)] as const
        })
        print({
          ...presentInstallation(installation),
          webhookEndpoints: endpoints.map(({ endpoint }) => endpoint.id),
          signingSecrets: endpoints.map(({ secret }) => secret),
        })
        if (endpoints.length > 0) note('Keep the signing secrets: they are not shown again.')
      }),
    )
}
