import type { Command } from 'commander'
import { urlOf } from '../access.ts'
import { contextOf, type Globals } from '../context.ts'
import { setInEnvFile } from '../env-file.ts'
import { wrongUsage } from '../failure.ts'
import { pair, readJson, several } from '../inputs.ts'
import { tell } from '../output.ts'
import { ownPlugin, slugIn } from '../own-plugin.ts'
import { saveProfile } from '../profiles.ts'
import { type Row, rowOf, rowsOf, textOf } from '../records.ts'

interface InstallOptions extends Globals {
  plugin?: string
  to?: string
  webhook?: string[]
  setting?: Row
  optionalScope?: string[]
  replace?: boolean
  env?: string
}

/** What programs read of it from a file. */
function environmentOf(url: string, installed: Row): Record<string, string> {
  const secrets = rowsOf(installed.webhooks).map(({ signingSecret }, index) => [
    index === 0 ? 'WEBHOOK_SECRET' : `WEBHOOK_SECRET_${index + 1}`,
    String(signingSecret),
  ])
  return { CLINIC_URL: url, CLINIC_TOKEN: textOf(installed, 'token') ?? '', ...Object.fromEntries(secrets) }
}

async function install(path: string, options: InstallOptions, command: Command): Promise<void> {
  const { globals, print, access, publisher } = contextOf(command)
  const [found, api] = [await access(), await publisher()]
  const plugin = await ownPlugin(api, options.plugin ?? slugIn(await readJson(path), path))
  const version = options.to ?? textOf(plugin, 'newestVersion')
  if (!version) throw wrongUsage(`nothing of ${plugin.slug} was uploaded yet: plg publish 0.1.0 --upload-only`)
  const installed = await api.one('POST /plugins/:id/test-installations', {
    ...{ id: plugin.id, version, settings: options.setting, optionalScopes: options.optionalScope },
    webhookUrls: options.webhook?.map((url, index) => ({ template: index + 1, url })),
    replace: options.replace,
  })
  const { id } = rowOf(installed.installation)
  const token = textOf(installed, 'token')
  const url = urlOf(found)
  if (token)
    await saveProfile(globals.profile ?? found.profile, { url, plugin: { token, slug: textOf(plugin, 'slug') } })
  const shown = { id, plugin: plugin.slug, version, setupUrl: installed.setupUrl }
  if (options.env === undefined) {
    tell('The token and the signing secrets are shown this once.')
    return print.one({ ...shown, token: installed.token, webhooks: installed.webhooks })
  }
  await setInEnvFile(options.env, environmentOf(url, installed))
  tell(`The token and the signing secrets are in ${options.env}, which you alone may read.`)
  print.one({ ...shown, env: options.env })
}

export function addInstall(program: Command): void {
  program
    .command('install')
    .argument('[manifest]', 'the file that names the plugin', 'manifest.json')
    .summary('install a version in your own sandbox clinic')
    .description(
      'Installs a version, also one that is only uploaded, in the sandbox clinic of the publisher. The profile keeps its token: sandbox, trigger, events and listen go by it.',
    )
    .option('--plugin <slug>', 'the plugin, where there is no manifest here')
    .option('--to <version>', 'its number; the newest that was uploaded unless told')
    .option('--webhook <url>', 'where the events of the first webhook of the manifest go; again for the next', several)
    .option('--setting <key=value>', 'a setting; again for each', pair)
    .option('--optional-scope <scope>', 'an optional scope to grant; again for each', several)
    .option('--replace', 'remove the installation that stands there first')
    .option('--env <file>', 'write the token and the secrets there, for its owner alone, instead of showing them')
    .action(async (path: string, options: InstallOptions, command: Command) => install(path, options, command))
}
