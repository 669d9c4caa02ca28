import type { Manifest } from '@clinic/contract/manifest.ts'
import { publishPlugin } from '../../../src/domain/plugins/publish-plugin.ts'
import type { TestApp } from '../app/harness.ts'

/** A valid manifest that asks for little; `changes` replaces its top-level fields. */
export const manifest = (slug: string, changes: Partial<Manifest> = {}): Manifest => ({
  manifestVersion: 1,
  plugin: {
    slug,
    name: { en: 'Smile reminders', ar: 'تذكير الابتسامة' },
    description: { en: 'Invented for a test.' },
    developerName: 'Nobody',
    supportEmail: 'nobody@example.com',
    privacyPolicyUrl: 'https://example.com/privacy',
  },
  requestedScopes: ['appointments:read'],
  requestedEvents: ['appointment.created'],
  ...changes,
})

/** Publishes a manifest as the next version of its plugin. */
export const publish = (app: TestApp, version: string, document: Manifest) =>
  app.platform(tx => publishPlugin(tx, { manifest: document, version }))

/** Whether an error is a refusal with this code and, if given, these issues as `path code`. */
export const refusal =
  (code: string, ...issues: string[]) =>
  (error: unknown) => {
    const { code: found, details } = error as { code?: string; details?: { issues?: { path: string; code: string }[] } }
    const places = details?.issues?.map(issue => `${issue.path} ${issue.code}`) ?? []
    return found === code && (issues.length === 0 || JSON.stringify(places) === JSON.stringify(issues))
  }
