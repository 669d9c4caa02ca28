import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { marksOf, TIER_OF } from '@clinic/contract/scope-tiers.ts'
import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import type { PluginVersion } from './plugin-version.ts'

export interface Bilingual {
  en: string
  ar: string | null
}

/** The developer's words must not turn around the sentences they stand in. */
export const plain = ({ en, ar }: { en: string; ar?: string }): Bilingual => ({
  en: stripControl(en),
  ar: ar === undefined ? null : stripControl(ar),
})

/** Scopes with the sentences that a clinic owner reads, and under what the consent lists them. */
export const describedScopes = (scopes: readonly ScopeName[]) =>
  scopes.map(scope => ({ scope, ...SCOPES[scope], tier: TIER_OF[scope], marks: marksOf(scope) }))

/** What a version asks of a clinic, in plain words: what a consent screen shows, and what a receipt keeps of it. */
export function consentText({ slug, version, manifest }: PluginVersion) {
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
    // Granted as a block; the optional ones one by one, unticked at first.
    required: describedScopes(requestedScopes),
    optional: describedScopes(optionalScopes),
    events: [...requestedEvents],
    // Empty: the plugin may call from any address.
    allowedIpRanges: [...allowedIpRanges],
  }
}

/** Names what a version asks of a clinic and in which words: a consent to anything else has another hash. */
export const consentHash = (version: PluginVersion): string =>
  hash('sha256', canonicalJson({ text: consentText(version), manifest: version.manifestHash }))
