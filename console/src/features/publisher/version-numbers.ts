/** The number after this one, as most versions are: the part in the middle is one higher. */
export function nextNumber(version: string | null): string {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(version ?? '') ?? []
  return major === undefined ? '1.0.0' : `${major}.${Number(minor) + 1}.0`
}

interface Maker {
  slug: string
  developerName: string
  website: string
  supportEmail: string
}

/** What a first manifest begins as: what is known already, and one scope and event to go on from. */
export const firstManifest = ({ slug, developerName, website, supportEmail }: Maker): string =>
  `${JSON.stringify(
    {
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
    },
    null,
    2,
  )}\n`
