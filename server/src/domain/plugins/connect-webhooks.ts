import type { Issue } from '@clinic/contract/errors.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addEndpoint, type EndpointWithSecret } from '../webhooks/add-endpoint.ts'
import type { UrlCheck } from '../webhooks/url-check.ts'
import type { InstallationRow } from './installation-row.ts'
import { pluginVersion } from './plugin-version.ts'
import { templateEvents } from './template-events.ts'

/** Where the events of one of the manifest's webhook templates go. */
export interface WebhookAddress {
  /** Which template, counted from 1. */
  template: number
  url: string
  check: UrlCheck
}

/**
 * Makes an endpoint of each webhook template that the clinic gives an address for when it installs a plugin
 * (specification, Plugin manifest). It subscribes to the events of the template; its secret is shown this once.
 */
export async function connectWebhooks(
  tx: Tx,
  installation: InstallationRow,
  addresses: readonly WebhookAddress[],
): Promise<EndpointWithSecret[]> {
  const { manifest } = await pluginVersion(tx, installation.plugin_version_id)
  const templates = manifest.webhooks ?? []
  const unknown = addresses.filter(({ template }) => templates[template - 1] === undefined)
  if (unknown.length > 0) refuseInput(...unknown.map(noTemplate))
  const made: EndpointWithSecret[] = []
  for (const { template, url, check } of addresses) {
    const events = templateEvents(templates[template - 1]?.events ?? [], installation.granted_events)
    made.push(await addEndpoint(tx, installation, { url, events }, check))
  }
  return made
}

const noTemplate = ({ template }: WebhookAddress): Issue => ({
  path: `/webhooks/${template}`,
  code: 'enum',
  message: 'must be one of the webhooks of the manifest, counted from 1',
})
