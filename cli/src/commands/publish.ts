import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { readJson } from '../inputs.ts'
import { tell } from '../output.ts'
import { ownPlugin, slugIn, uploaded } from '../own-plugin.ts'
import { type Row, rowOf, textsOf } from '../records.ts'

interface PublishOptions extends Globals {
  notes?: string
  create?: boolean
  uploadOnly?: boolean
}

const CHANGES = ['addedScopes', 'droppedScopes', 'addedEvents', 'droppedEvents', 'changed'] as const

/** What the version changes for clinics, in a line each. */
function tellDifference(difference: Row): void {
  for (const key of CHANGES) {
    const names = textsOf(difference[key])
    if (names.length > 0) tell(`${key}: ${names.join(', ')}`)
  }
  tell(`${difference.takeOver} installations take it over, ${difference.mustApprove} wait for their clinic`)
}

async function publish(version: string, path: string, options: PublishOptions, command: Command): Promise<void> {
  const { print, publisher } = contextOf(command)
  const manifest = await readJson(path)
  const api = await publisher()
  const plugin = await ownPlugin(api, slugIn(manifest, path), options.create)
  const known = await uploaded(api, plugin.id, version, manifest, options.notes)
  tellDifference(rowOf(known.difference))
  const verb = plugin.visibility === 'LISTED' ? 'submit' : 'publish'
  const done =
    options.uploadOnly || known.state !== 'UPLOADED'
      ? known
      : await api.one(`POST /plugins/:id/versions/:version/${verb}`, { id: plugin.id, version })
  const { id, state, manifestHash } = done
  print.one({ id, plugin: plugin.slug, version: done.version, state, manifestHash, pluginId: plugin.id })
}

export function addPublish(program: Command): void {
  program
    .command('publish')
    .argument('<version>', 'its number, such as 1.4.0, which no other version has')
    .argument('[manifest]', 'the file', 'manifest.json')
    .summary('upload a version, and publish it or hand it in')
    .description('Uploads a version; then publishes it, or, where the plugin is listed, hands it in to be reviewed.')
    .option('--upload-only', 'for the sandbox alone: plg install tries it')
    .option('--create', 'take the slug of the manifest, for ever, where the publisher has no such plugin')
    .option('--notes <text>', 'what is new')
    .addHelpText('after', '\nIt may be called again: what was uploaded with the same manifest is not uploaded twice.')
    .action(async (version: string, path: string, options: PublishOptions, command: Command) =>
      publish(version, path, options, command),
    )
}
