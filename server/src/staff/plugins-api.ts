import { getCatalogueEntry, getConsent, listCatalogue } from '@clinic/contract/staff/catalogue.ts'
import {
  approvePluginUpgrade,
  changePluginScopes,
  changePluginSettings,
  declinePluginUpgrade,
  getInstalledPlugin,
  getPluginUpgrade,
  installPlugin,
  listConsentReceipts,
  listInstalledPlugins,
  uninstallPlugin,
} from '@clinic/contract/staff/installations.ts'
import { approveUpgrade } from '../domain/plugins/approve-upgrade.ts'
import { catalogue, offerWithSlug } from '../domain/plugins/catalogue.ts'
import { changeScopes } from '../domain/plugins/change-scopes.ts'
import { changeSettings } from '../domain/plugins/change-settings.ts'
import { connectWebhooks } from '../domain/plugins/connect-webhooks.ts'
import { consentReceipts } from '../domain/plugins/consent-receipts.ts'
import { declineUpgrade } from '../domain/plugins/decline-upgrade.ts'
import { installWithReceipt } from '../domain/plugins/install-plugin.ts'
import type { InstallationRow } from '../domain/plugins/installation-row.ts'
import { findInstalledPlugin, installedPlugins } from '../domain/plugins/installed-plugin.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'
import { setupLink } from '../domain/plugins/setup-link.ts'
import { uninstallPlugin as uninstall } from '../domain/plugins/uninstall-plugin.ts'
import { upgradeDifference } from '../domain/plugins/upgrade-difference.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { refuse } from '../kernel/errors.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentConsent,
  presentInstalled,
  presentInstalledPlugin,
  presentOffer,
  presentReceipt,
  presentUpgrade,
} from '../present/plugins.ts'

/** What a use-case made of an installation, as the clinic sees it afterwards. */
const changed =
  <Input extends { id: string }>(useCase: (tx: Tx, input: Input) => Promise<InstallationRow>) =>
  async (tx: Tx, input: Input) => {
    await useCase(tx, input)
    return shown(tx, input.id)
  }

const shown = async (tx: Tx, id: string) => ({
  data: presentInstalledPlugin(await findInstalledPlugin(tx, id), tx.clinic),
})

/** Who removes a plugin has typed its name: what was a slip is refused. */
async function uninstallConfirmed(tx: Tx, { id, confirm }: { id: string; confirm: string }): Promise<InstallationRow> {
  const { release } = await findInstalledPlugin(tx, id)
  return confirm === release.slug ? uninstall(tx, { id }) : refuse('confirmation_mismatch')
}

/** What there is to install, what is installed, and what the clinic decides about it. */
export const pluginsApi = (checkUrl: (url: string) => Promise<UrlCheck>): readonly Implementation[] => [
  implement(listCatalogue, async tx => ({ data: (await catalogue(tx)).map(presentOffer) })),
  implement(getCatalogueEntry, async (tx, { slug }) => ({ data: presentOffer(await offerWithSlug(tx, slug)) })),
  implement(getConsent, async (tx, { slug }) => ({ data: presentConsent(await offerWithSlug(tx, slug)) })),
  implement(listInstalledPlugins, async (tx, { removed = false }) => ({
    data: (await installedPlugins(tx, { removed })).map(row => presentInstalledPlugin(row, tx.clinic)),
  })),
  implement(getInstalledPlugin, (tx, { id }) => shown(tx, id)),
  implement(
    installPlugin,
    ({ webhookUrls = [] }) =>
      Promise.all(webhookUrls.map(async each => ({ ...each, check: await checkUrl(each.url) }))),
    async (tx, input, addresses) => {
      const { installation, receiptId } = await installWithReceipt(tx, input)
      const made = await connectWebhooks(tx, installation, addresses)
      const link = await setupLink(tx, installation.id)
      const key = link ? undefined : await issueToken(tx, { installationId: installation.id })
      const secrets = { token: key?.token ?? null, setupUrl: link?.setupUrl ?? null, made }
      const installed = await findInstalledPlugin(tx, installation.id)
      return { data: presentInstalled(installed, receiptId, secrets, tx.clinic), changed: [installation.id] }
    },
  ),
  implement(listConsentReceipts, async (tx, { id }) => ({
    data: (await consentReceipts(tx, id)).map(row => presentReceipt(row, tx.clinic)),
  })),
  implement(getPluginUpgrade, async (tx, { id }) => ({ data: presentUpgrade(await upgradeDifference(tx, id)) })),
  implement(approvePluginUpgrade, changed(approveUpgrade)),
  implement(declinePluginUpgrade, changed(declineUpgrade)),
  implement(uninstallPlugin, changed(uninstallConfirmed)),
  implement(changePluginScopes, changed(changeScopes)),
  implement(
    changePluginSettings,
    changed((tx, { id, settings }: { id: string; settings: Record<string, unknown> }) =>
      changeSettings(tx, { id, patch: settings, path: '/settings' }),
    ),
  ),
]
