import { EXAM_VALUES } from './exam-values.ts'

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

const hash = '4f1c8a0e2b7d4c6f9a3e5b1d8c7f2a6e0d9b4c3a5f8e7d1b2c6a9f0e3d4b5c7a'
const setup = { category: 'Reminders', setupUrl: 'https://plugin.example.com/setup' }
const code = 'EXAMPLEonlyNotARealCode00000000000000000000'
const developer = { name: 'Lina Qasim', email: 'lina@plugin.example.com' }
const token = 'EXAMPLEonlyNotARealToken0000000000000000000'
const iconUrl = 'https://plugin.example.com/icon.png'
const version = { version: '1.5.0', state: 'UPLOADED', notes: 'Reminders by e-mail, too.', manifestHash: hash }
const uploadedAt = '2026-07-05T07:00:00.000Z'
const manifest = {
  manifestVersion: 1,
  requestedScopes: ['appointments:read'],
  requestedEvents: ['appointment.created'],
}
const link = { clinics: 20, used: 3, createdBy: 'usr_01k9exam00000000000000000a', endedAt: null }
const reason = 'It sent reminders twice.'
const waiting = {
  slug: 'smile-reminders',
  version: version.version,
  publisherName: name,
  verifiedHost: 'plugin.example.com',
  notes: version.notes,
  examId: 'exm_01k9exam00000000000000000a',
}
const issue = { path: '/requestedScopes/1', code: 'enum', message: 'must be one of the 48 scopes' }

/** Invented values of fields that only the publishers' API has, by what the field belongs to. */
export const PUBLISHER_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  registerPublisher: developer,
  registration: developer,
  confirmRegistration: { token, password: 'three invented words here' },
  getRegistration: { token },
  confirmedRegistration: { email: developer.email, confirmed: true },
  publisher: { name, website, supportEmail, sandboxClinicId, verifiedHost: 'plugin.example.com' },
  ownPublisher: { name, sandboxClinicId, accepted: true },
  createPublisher: { name, website, supportEmail },
  updatePublisher: { name, website, supportEmail },
  publisherMember: { email: 'lina@plugin.example.com', role: 'DEVELOPER', state: 'ACTIVE' },
  addPublisherMember: { email: 'lina@plugin.example.com', role: 'DEVELOPER' },
  changePublisherMember: { role: 'VIEWER' },
  acceptedMembership: { accepted: true },
  removedMember: { removed: true },
  hostCheck: {
    url: 'https://plugin.example.com/.well-known/clinic-publisher.txt',
    line: 'pub_01k9exam00000000000000000a',
    result: 'VERIFIED',
    verifiedHost: 'plugin.example.com',
  },
  ownPlugin: {
    ...setup,
    icon: '/plugin-icons/plu_01k9exam00000000000000000a-1f2e3d4c5b6a7988',
    slug: 'smile-reminders',
    publishedVersion: '1.4.0',
    newestVersion: '1.5.0',
    stoppedAt: null,
  },
  createOwnPlugin: { ...setup, iconUrl, slug: 'smile-reminders', visibility: 'PRIVATE' },
  updateOwnPlugin: { ...setup, iconUrl, visibility: 'PRIVATE' },
  manifestIssue: issue,
  checkManifest: { manifest },
  checkedManifest: { valid: false, issues: [issue] },
  ownVersion: { ...version, uploadedAt, publishedAt: null },
  ownVersionWhole: { ...version, uploadedAt, publishedAt: null, manifest, unmet: ['exam'] },
  getOwnVersion: { version: version.version },
  publishVersion: { version: version.version },
  withdrawVersion: { version: version.version },
  uploadVersion: { version: version.version, manifest, notes: version.notes },
  versionDifference: {
    from: '1.4.0',
    addedScopes: ['leads:read'],
    droppedScopes: ['clinic:read'],
    addedOptionalScopes: ['patients:read'],
    droppedOptionalScopes: ['tasks:read'],
    addedEvents: ['lead.created'],
    droppedEvents: ['task.created'],
    changed: ['texts'],
    takeOver: 12,
    mustApprove: 3,
  },
  createTestInstallation: {
    version: version.version,
    optionalScopes: ['clinic:read'],
    settings: { reminderHours: 24 },
    webhookUrls: [{ template: 1, url: 'https://plugin.example.com/hooks' }],
    replace: true,
  },
  ...EXAM_VALUES,
  ownInstallation: {
    clinicName: { en: 'Nakheel Dental Group', ar: 'مجموعة النخيل لطب الأسنان' },
    slug: 'smile-reminders',
    version: '1.4.0',
    pendingVersion: '1.5.0',
    mode: 'LIVE',
    status: 'UPDATE_PENDING',
    runs: true,
    uninstalledAt: null,
    keysHandedOver: true,
    idsSharedUntil: '2026-07-08T07:00:00.000Z',
    health: {
      ...{ state: 'ATTENTION', causes: ['update_waits'], requestsOfHour: 240, failedOfHour: 3 },
      ...{ oldestQueuedAt: null, tokenEndsAt: '2027-07-05T00:00:00.000Z', lastUsedAt: uploadedAt, patientShare: 10 },
    },
  },
  claimInstallation: { code },
  claimedInstallation: { mode: 'LIVE', token: 'plg_live_EXAMPLEonlyNotARealToken000000000000000000' },
  findDeviceLogin: { userCode: 'BCDF-GHJK' },
  deviceLogin: { clientName: 'clinic-cli on build-1', address: '203.0.113.7' },
  decidedDeviceLogin: { clientName: 'clinic-cli on build-1', approved: true },
  approveDeviceLogin: { name: 'Laptop', rights: ['read', 'test'] },
  versionReview: { decision: 'REJECTED', reasonEn: 'The privacy page says nothing of SMS.', reasonAr: null },
  installLink: link,
  installLinkWithUrl: { ...link, url: `https://clinic.example.com/install/${token}` },
  createInstallLink: { clinics: 20, days: 14 },
  openInstallLink: { token },
  openedInstallLink: { slug: 'smile-reminders' },
  heldOwnPlugin: { installations: 12 },
  stopOwnPlugin: { reason },
  platformRoles: { id: 'usr_01k9exam00000000000000000a', roles: ['REVIEWER'] },
  waitingVersion: waiting,
  waitingVersionWhole: { ...waiting, icon: '/plugin-icons/plu_01k9exam00000000000000000a-1f2e3d4c5b6a7988', manifest },
  decideReview: {
    decision: 'REJECTED',
    reason: { en: 'The privacy page says nothing of SMS.', ar: 'صفحة الخصوصية لا تذكر الرسائل القصيرة.' },
  },
  decidedReview: { state: 'REJECTED' },
  platformPlugin: {
    slug: 'smile-reminders',
    publisherName: 'Example Software',
    publishedVersion: '1.4.0',
    installations: 12,
    stoppedByPublisher: null,
    stoppedByReviewer: null,
  },
  heldPlugins: { id: 'plu_01k9exam00000000000000000a', plugins: 1, installations: 12 },
  stopPluginEverywhere: { reason },
  stopEveryPlugin: { reason },
  submitVersion: { version: version.version },
  createOwnToken: { name: 'Server', expiresInDays: 365 },
  publisherKey: key,
  publisherKeyWithText: { ...key, key: 'pbk_EXAMPLEonlyNotARealKey00000000000000000000000000' },
  createPublisherKey: { name: key.name, rights: key.rights, expiresInDays: 90 },
}

/** What ids begin with, by the words that only the publishers' API has. */
export const PUBLISHER_ID_WORDS: Readonly<Record<string, string>> = {
  acceptedmembership: 'pbm',
  claimedinstallation: 'ins',
  decideddevicelogin: 'dvl',
  devicelogin: 'dvl',
  decidedreview: 'plv',
  heldownplugin: 'plu',
  exam: 'exm',
  startedexam: 'exm',
  examreceipt: 'exm',
  installlink: 'lnk',
  installlinkwithurl: 'lnk',
  link: 'lnk',
  openedinstalllink: 'cli',
  platformplugin: 'plu',
  waitingversion: 'plv',
  waitingversionwhole: 'plv',
  hostcheck: 'pub',
  key: 'pbk',
  member: 'pbm',
  owninstallation: 'ins',
  ownplugin: 'plu',
  ownpublisher: 'pub',
  ownversion: 'plv',
  ownversionwhole: 'plv',
  plugin: 'plu',
  publisher: 'pub',
  publisherkey: 'pbk',
  publisherkeywithtext: 'pbk',
  publishermember: 'pbm',
  removedmember: 'pbm',
}
