import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import type { PluginVersion } from './plugin-version.ts'

interface Bilingual {
  en: string
  ar: string | null
}

/** A scope with the sentence that a clinic owner reads. */
interface ScopeText extends Bilingual {
  scope: ScopeName
}

/** What a consent screen shows, and what a receipt keeps of it. */
export interface ConsentText {
  plugin: {
    slug: string
    version: string
    name: Bilingual
    description: Bilingual
    developerName: string
    developerUrl: string | null
    supportEmail: string
    privacyPolicyUrl: string
  }
  /** Granted as a block. */
  required: ScopeText[]
  /** Granted one by one, unticked at first. */
  optional: ScopeText[]
  events: string[]
  /** Empty: the plugin may call from any address. */
  allowedIpRanges: string[]
}

/** The developer's words must not turn around the sentences they stand in. */
const plain = ({ en, ar }: { en: string; ar?: string }): Bilingual => ({
  en: stripControl(en),
  ar: ar === undefined ? null : stripControl(ar),
})

const described = (scopes: readonly ScopeName[]): ScopeText[] => scopes.map(scope => ({ scope, ...SCOPES[scope] }))

/** What a version asks of a clinic, in plain words. */
export function consentText({ slug, version, manifest }: PluginVersion): ConsentText {
  const { plugin, requestedScopes, optionalScopes = [], requestedEvents, allowedIpRanges = [] } = manifest
  return {
    plugin: {
      slug,
      version,
      name: plain(plugin.name),
      description: plain(plugin.description),
      developerName: stripControl(plugin.developerName),
      developerUrl: plugin.developerUrl ?? null,
      supportEmail: plugin.supportEmail,
      privacyPolicyUrl: plugin.privacyPolicyUrl,
    },
    required: described(requestedScopes),
    optional: described(optionalScopes),
    events: [...requestedEvents],
    allowedIpRanges: [...allowedIpRanges],
  }
}
