import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { asksForMore } from '../plugins/plugin-grant.ts'

/** What installations were granted, and how many of them the same. */
export interface Granted {
  granted_scopes: string[]
  granted_events: string[]
  installations: number
}

const without = (names: readonly string[] = [], others: readonly string[] = []): string[] =>
  names.filter(name => !others.includes(name))

/** The parts of a manifest besides what it asks for. */
const PARTS = {
  texts: ({ plugin }: Manifest) => plugin,
  settings: ({ settingsSchema }: Manifest) => settingsSchema ?? null,
  templates: ({ webhooks = [] }: Manifest) => webhooks,
  ranges: ({ allowedIpRanges = [] }: Manifest) => allowedIpRanges,
} as const
type Part = keyof typeof PARTS
const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name)

/** What a version changes against the one that was published last, and for how many clinics that means what. */
export function versionDifference(
  last: { version: string; manifest: Manifest } | undefined,
  next: Manifest,
  granted: readonly Granted[],
) {
  const before = last?.manifest
  const differs = (part: Part) => !before || canonicalJson(PARTS[part](before)) !== canonicalJson(PARTS[part](next))
  const count = (waits: boolean) =>
    granted.filter(one => asksForMore(next, one) === waits).reduce((sum, { installations }) => sum + installations, 0)
  return {
    from: last?.version ?? null,
    addedScopes: without(next.requestedScopes, before?.requestedScopes),
    droppedScopes: without(before?.requestedScopes, next.requestedScopes),
    addedOptionalScopes: without(next.optionalScopes, before?.optionalScopes),
    droppedOptionalScopes: without(before?.optionalScopes, next.optionalScopes),
    addedEvents: without(next.requestedEvents, before?.requestedEvents),
    droppedEvents: without(before?.requestedEvents, next.requestedEvents),
    changed: Object.keys(PARTS).filter(isPart).filter(differs),
    takeOver: count(false),
    mustApprove: count(true),
  }
}
