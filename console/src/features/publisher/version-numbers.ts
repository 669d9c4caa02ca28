/** The number after this one, as most versions are: the part in the middle is one higher. */
export function nextNumber(version: string | null): string {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(version ?? '') ?? []
  return major === undefined ? '1.0.0' : `${major}.${Number(minor) + 1}.0`
}

/** The order in which manifests are written; what a manifest says besides follows. */
const ORDER = [
  ...['$schema', 'manifestVersion', 'plugin', 'requestedScopes', 'optionalScopes', 'requestedEvents', 'webhooks'],
  ...['allowedIpRanges', 'settingsSchema', 'slug', 'version', 'key', 'value', 'type', 'name', 'label', 'help'],
  ...['description', 'en', 'ar', 'developerName', 'developerUrl', 'supportEmail', 'privacyPolicyUrl', 'iconUrl'],
]
const rankOf = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length)

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => rankOf(one) - rankOf(other))
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]))
}

/** A manifest as a person writes it: the database keeps its names in an order of its own. */
export const manifestText = (manifest: unknown): string => `${JSON.stringify(ordered(manifest), null, 2)}\n`

interface Maker {
  slug: string
  developerName: string
  website: string
  supportEmail: string
}

/** What a first manifest begins as: what is known already, and one scope and event to go on from. */
export const firstManifest = ({ slug, developerName, website, supportEmail }: Maker): string =>
  manifestText({
    manifestVersion: 1,
    plugin: {
      slug,
      name: { en: '', ar: '' },
      description: { en: '', ar: '' },
      developerName,
      developerUrl: website,
      supportEmail,
      privacyPolicyUrl: new URL('/privacy', website).href,
    },
    requestedScopes: ['appointments:read'],
    requestedEvents: ['appointment.created'],
    webhooks: [{ name: { en: 'Appointments', ar: 'المواعيد' }, events: ['appointment.*'] }],
  })
