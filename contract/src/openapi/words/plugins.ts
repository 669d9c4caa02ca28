import { instant } from './fields.ts'

const SLUG = 'The name of the plugin in addresses, for ever.'
const DEVELOPER = 'Who made it, in its own words.'
const SENTENCES = { en: 'What it allows, in English.', ar: 'What it allows, in Arabic.' }

const MISSED = 'What was not delivered meanwhile.'
const INSTALLED = {
  slug: SLUG,
  developerName: DEVELOPER,
  version: 'The version in force.',
  mode: 'TEST in a sandbox clinic, else LIVE.',
  events: 'What it is told of.',
  installedAt: instant('When it was installed'),
  uninstalledAt: instant('When it was removed'),
}

/** Fields of what the console shows of plugins, by owner. */
export const PLUGINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  catalogueEntry: {
    slug: SLUG,
    description: 'What it does, in the words of the developer.',
    developerName: DEVELOPER,
    developerUrl: 'The home page of the developer.',
    supportEmail: 'Where the developer helps.',
    privacyPolicyUrl: 'What the developer promises about personal data.',
  },
  getCatalogueEntry: { slug: SLUG },
  getConsent: { slug: SLUG },
  installPlugin: { slug: SLUG },
  consent: {
    slug: SLUG,
    version: 'The version that is agreed to.',
    events: 'What the plugin may be told of. Names and phones are never in it.',
    webhooks: 'What the plugin would be told of, and where to is for the clinic to enter.',
  },
  consentScope: { scope: 'The name of the scope.', ...SENTENCES },
  consentEvent: { en: 'When it is sent, in English.', ar: 'When it is sent, in Arabic.' },
  webhookTemplate: {
    description: 'What the developer says of it.',
    events: 'Event types, or families such as appointment.*.',
  },
  connectedWebhook: { url: 'Where the events go.' },
  installedPlugin: INSTALLED,
  resumedPlugin: { ...INSTALLED, missed: MISSED },
  startedPlugins: { missed: MISSED },
  installRequest: { slug: SLUG, createdAt: instant('When it was first asked for') },
  installRequestAsker: {
    userId: 'Id of the person.',
    role: 'What the person was in the clinic then.',
    note: 'What it is wanted for, in their words.',
    askedAt: instant('When the person asked'),
  },
  askForPlugin: { slug: SLUG },
  installedWithSecrets: { webhooks: 'The addresses that were connected, each with its signing secret.' },
  consentReceipt: {
    givenAt: instant('When it was agreed to'),
    giverName: 'The name of the person, as it was then.',
    giverRole: 'What the person was in the clinic then.',
    version: 'The version that was agreed to.',
    manifestHash: 'SHA-256 of the manifest as canonical JSON, hexadecimal.',
    scopes: 'The scopes that were granted.',
    events: 'The types of events that were granted.',
    allowedIpRanges: 'From where keys could be used; empty is any address.',
  },
  pluginUpgrade: {
    fromVersion: 'The version in force.',
    addedScopes: 'Required scopes that are not granted yet.',
    droppedScopes: 'Scopes that it has and would not have any more.',
    addedEvents: 'Events that it is not told of yet.',
    droppedEvents: 'Events that it would not be told of any more.',
  },
  changePluginScopes: {
    add: 'Optional scopes to grant.',
    remove: 'Optional scopes to take back.',
  },
  attemptHeader: { name: 'As it was sent.', value: 'As it was sent, without a signature.' },
  attemptWithRequest: {
    at: instant('When its outcome was recorded'),
    event: 'The body of the request: its fields may have stood in another order.',
  },
  deliveryAttempt: { at: instant('When its outcome was recorded') },
  pluginRequest: { at: instant('When it came'), method: 'The method of HTTP.' },
  pluginToken: { revokedAt: instant('When it was ended') },
  pluginTokenWithText: { revokedAt: instant('When it was ended') },
}
