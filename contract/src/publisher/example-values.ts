const name = { en: 'Example Software', ar: 'البرمجيات المثالية' }
const website = 'https://plugin.example.com'
const supportEmail = 'help@plugin.example.com'
const sandboxClinicId = 'cli_01k9exam00000000000000000a'
const key = {
  name: 'Build server',
  rights: ['read', 'test'],
  hint: 'pbk_EXAM',
  createdBy: 'usr_01k9exam00000000000000000a',
}

/** Invented values of fields that only the publishers' API has, by what the field belongs to. */
export const PUBLISHER_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  publisher: { name, website, supportEmail, sandboxClinicId, verifiedHost: 'plugin.example.com' },
  ownPublisher: { name, sandboxClinicId, accepted: true },
  createPublisher: { name, website, supportEmail },
  updatePublisher: { name, website, supportEmail },
  publisherMember: { email: 'lina@plugin.example.com', role: 'DEVELOPER', state: 'ACTIVE' },
  addPublisherMember: { email: 'lina@plugin.example.com', role: 'DEVELOPER' },
  changePublisherMember: { role: 'VIEWER' },
  acceptedMembership: { accepted: true },
  removedMember: { removed: true },
  publisherKey: key,
  publisherKeyWithText: { ...key, key: 'pbk_EXAMPLEonlyNotARealKey00000000000000000000000000' },
  createPublisherKey: { name: key.name, rights: key.rights, expiresInDays: 90 },
}

/** What ids begin with, by the words that only the publishers' API has. */
export const PUBLISHER_ID_WORDS: Readonly<Record<string, string>> = {
  acceptedmembership: 'pbm',
  key: 'pbk',
  member: 'pbm',
  ownpublisher: 'pub',
  publisher: 'pub',
  publisherkey: 'pbk',
  publisherkeywithtext: 'pbk',
  publishermember: 'pbm',
  removedmember: 'pbm',
}
