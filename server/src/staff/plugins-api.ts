import { getCatalogueEntry, getConsent, listCatalogue, listSettingTemplates } from '@clinic/contract/staff/catalogue.ts'
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
import { catalogue, offerWithSlug, proofOf } from '../domain/plugins/catalogue.ts'
import { changeScopes } from '../domain/plugins/change-scopes.ts'
import { changeSettings } from '../domain/plugins/change-settings.ts'
import { clinicPatients } from '../domain/plugins/clinic-patients.ts'
import { connectWebhooks } from '../domain/plugins/connect-webhooks.ts'
import { consentReceipts } from '../domain/plugins/consent-receipts.ts'
import { declineUpgrade } from '../domain/plugins/decline-upgrade.ts'
import { installWithReceipt } from '../domain/plugins/install-plugin.ts'
import type { InstallationRow } from '../domain/plugins/installation-row.ts'
import { findInstalledPlugin } from '../domain/plugins/installed-plugin.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'
import { approvedTemplates } from '../domain/plugins/setting-records.ts'
import { setupLink } from '../domain/plugins/setup-link.ts'
import { uninstallPlugin as uninstall } from '../domain/plugins/uninstall-plugin.ts'
import { upgradeDifference } from '../domain/plugins/upgrade-difference.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { refuse } from '../kernel/errors.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentConsent, presentInstalled, presentOffer, presentReceipt, presentUpgrade } from '../present/plugins.ts'
import type { ShownPlugins } from './shown-plugins.ts'

/** What a use-case made of an installation, as the clinic sees it afterwards. */
const changing =
  (shown: ShownPlugins) =>
  <Input extends { id: string }>(useCase: (tx: Tx, input: Input) => Promise<InstallationRow>) =>
  async (tx: Tx, input: Input) => {
    await useCase(tx, input)
    return { data: await shown.one(tx, input.id) }
  }

/** Who removes a plugin has typed its name: what was a slip is refused. */
async function uninstallConfirmed(tx: Tx, { id, confirm }: { id: string; confirm: string }): Promise<InstallationRow> {
  const { release } = await findInstalledPlugin(tx, id)
  return confirm === release.slug ? uninstall(tx, { id }) : refuse('confirmation_mismatch')
}

/** What there is to install, and what each asks for; `usual` is of how many patients a day one is shown records. */
const offers = (usual: number): readonly Implementation[] => [
  implement(listCatalogue, async tx => ({ data: (await catalogue(tx)).map(presentOffer) })),
  implement(getCatalogueEntry, async (tx, { slug }) => ({ data: presentOffer(await offerWithSlug(tx, slug)) })),
  implement(getConsent, async (tx, { slug }) => {
    const offer = await offerWithSlug(tx, slug)
    return { data: presentConsent(offer, { patientsPerDay: usual, clinicPatients: await clinicPatients(tx) }) }
  }),
  implement(listSettingTemplates, async tx => ({ data: await approvedTemplates(tx) })),
  implement(getPluginUpgrade, async (tx, { id }) => {
    const found = await upgradeDifference(tx, id)
    const patientsPerDay = found.installed.patients_per_day ?? usual
    const patients = { patientsPerDay, clinicPatients: await clinicPatients(tx) }
    return { data: presentUpgrade({ ...found, ...(await proofOf(tx, found.waiting.id)) }, patients) }
  }),
]

interface Options {
  checkUrl: (url: string) => Promise<UrlCheck>
  shown: ShownPlugins
  usual: number
}

const install = ({ checkUrl, shown }: Options): Implementation =>
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
      const data = presentInstalled(await shown.one(tx, installation.id), receiptId, secrets)
      return { data, changed: [installation.id] }
    },
  )

/** What there is to install, what is installed, and what the clinic decides about it. */
export function pluginsApi(options: Options): readonly Implementation[] {
  const { shown } = options
  const changed = changing(shown)
  return [
    ...offers(options.usual),
    implement(listInstalledPlugins, async (tx, { removed = false }) => ({ data: await shown.all(tx, { removed }) })),
    implement(getInstalledPlugin, async (tx, { id }) => ({ data: await shown.one(tx, id) })),
    install(options),
    implement(listConsentReceipts, async (tx, { id }) => ({
      data: (await consentReceipts(tx, id)).map(row => presentReceipt(row, tx.clinic)),
    })),
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
}
