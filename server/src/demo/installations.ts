import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import { tokenRow } from '../domain/plugins/issue-token.ts'
import { grantOf } from '../domain/plugins/plugin-grant.ts'
import type { PluginVersion } from '../domain/plugins/plugin-version.ts'
import { receiptOf } from '../domain/plugins/record-consent.ts'
import { type Mode, newPluginToken } from '../kernel/values/plugin-token.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

export const DEMO_PLUGIN_VERSION = '1.0.0'

const about = (slug: string, en: string, ar: string, description: string): Manifest['plugin'] => ({
  slug,
  name: { en, ar },
  description: { en: description },
  developerName: 'Demo developer (invented)',
  supportEmail: 'support@developer.example',
  privacyPolicyUrl: 'https://developer.example/privacy',
})

const isScope = (name: string): name is ScopeName => Object.hasOwn(SCOPES, name)

/** The two plugins of every demo clinic. */
export const DEMO_MANIFESTS: readonly Manifest[] = [
  {
    manifestVersion: 1,
    plugin: about('demo-full', 'Demo with everything', 'تجربة كاملة', 'Holds every scope and hears every event.'),
    requestedScopes: Object.keys(SCOPES).filter(isScope),
    requestedEvents: [...EVENT_TYPES],
    settingsSchema: {
      version: 1,
      fields: [
        {
          key: 'reminderHours',
          type: 'integer',
          label: { en: 'Remind before (hours)', ar: 'التذكير قبل (ساعات)' },
          default: 24,
          min: 1,
          max: 168,
        },
        { key: 'mainBranch', type: 'branch', label: { en: 'Main branch', ar: 'الفرع الرئيسي' } },
        {
          key: 'senderKey',
          type: 'secret',
          label: { en: 'Key of the sender', ar: 'مفتاح المرسل' },
          help: { en: 'From the account at the message provider.' },
          minLength: 8,
        },
      ],
    },
  },
  {
    manifestVersion: 1,
    plugin: about('demo-reader', 'Demo reader', 'تجربة للقراءة', 'Reads patients and appointments, without names.'),
    requestedScopes: ['patients:read', 'appointments:read'],
    requestedEvents: EVENT_TYPES.filter(type => /^(patient|appointment)\./.test(type)),
  },
]

/**
 * The token of a demo installation. It follows from the master key, so that demo.json can be written again although the
 * database holds only its hash.
 */
export function demoToken(box: SecretBox, companyId: string, slug: string, mode: Mode): string {
  const secret = box.mac(`${companyId} ${slug}`, 'demo token', 32)
  return newPluginToken(mode, Buffer.from(secret, 'base64url'))
}

const OWNER = 'system demo'

function installationRows(context: DemoContext, version: PluginVersion) {
  const { id, plan, box, companyId } = context
  const { slug, manifest } = version
  const at = openedAt(context)
  const mode = plan.facts.sandbox ? 'TEST' : 'LIVE'
  const installationId = id('installation', slug)
  const defaults = manifest.settingsSchema?.fields.filter(field => field.default !== undefined) ?? []
  const grant = { ...grantOf(manifest, []), allowed_ip_ranges: [] }
  const token = demoToken(box, companyId, slug, mode)
  return {
    installation: {
      id: installationId,
      plugin_id: version.pluginId,
      plugin_version_id: version.id,
      mode,
      status: 'ACTIVE',
      ...grant,
      settings: Object.fromEntries(defaults.map(field => [field.key, field.default])),
      installed_at: at,
      created_at: at,
      updated_at: at,
    },
    receipt: receiptOf({
      id: id('consent_receipt', slug),
      version,
      grant,
      installationId,
      givenBy: OWNER,
      givenAt: at,
    }),
    token: tokenRow({ id: id('plugin_token', slug), installationId, token, allowedIpRanges: [], createdAt: at }),
  }
}

/** Both plugins installed, with a token each. */
export const installationsStep: DemoStep = {
  name: 'installations',
  rows(context) {
    const made = context.plugins.map(version => installationRows(context, version))
    return {
      installation: made.map(({ installation }) => installation),
      consent_receipt: made.map(({ receipt }) => receipt),
      plugin_token: made.map(({ token }) => token),
    }
  },
}
