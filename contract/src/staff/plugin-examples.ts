const pluginId = 'ins_01k9exam00000000000000000a'
const name = { en: 'Smile Reminders', ar: 'تذكيرات الابتسامة' }
const description = { en: 'Reminds patients of their appointments.', ar: 'تذكير المرضى بمواعيدهم.' }
const developer = { developerName: 'Example Software', developerUrl: 'https://plugin.example.com' }
const hash = '4f1c8a0e2b7d4c6f9a3e5b1d8c7f2a6e0d9b4c3a5f8e7d1b2c6a9f0e3d4b5c7a'
const ranges = ['203.0.113.0/24']
const scope = {
  scope: 'appointments:read',
  tier: 'records',
  en: 'See all appointments: time, doctor, patient file, room, status, and what was noted about them.',
  ar: 'الاطلاع على جميع المواعيد: الوقت والطبيب وملف المريض والغرفة والحالة وما كُتب عنها من ملاحظات.',
}
const event = { type: 'appointment.created', tier: 'records', summary: 'An appointment was booked.' }
const token = {
  id: 'ptk_01k9exam00000000000000000a',
  name: 'Production server',
  hint: 'plg_live_EXAM',
  allowedIpRanges: ranges,
  createdBy: 'usr_01k9exam00000000000000000a',
}
const text = 'plg_live_EXAMPLEonlyNotARealToken00000000000000'

/** Invented values of what the console shows of plugins, by what the field belongs to. */
export const PLUGIN_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  catalogueEntry: {
    ...developer,
    name,
    description,
    slug: 'smile-reminders',
    version: '1.4.0',
    supportEmail: 'help@plugin.example.com',
    privacyPolicyUrl: 'https://plugin.example.com/privacy',
    installationId: pluginId,
  },
  consent: { slug: 'smile-reminders', version: '1.4.0', consentHash: hash, allowedIpRanges: ranges },
  consentScope: scope,
  consentEvent: event,
  installedPlugin: {
    ...developer,
    name,
    id: pluginId,
    slug: 'smile-reminders',
    version: '1.4.0',
    pendingVersion: null,
    status: 'ACTIVE',
    stopReason: null,
    stoppedBy: null,
    removableScopes: ['clinic:read'],
    allowedIpRanges: ranges,
    settings: { reminderHours: 24 },
  },
  installPlugin: {
    slug: 'smile-reminders',
    consentHash: hash,
    allowedIpRanges: ranges,
    optionalScopes: ['clinic:read'],
  },
  installedWithSecrets: { receiptId: 'rcp_01k9exam00000000000000000a', token: text },
  connectedWebhook: { id: 'whe_01k9exam00000000000000000a' },
  getCatalogueEntry: { slug: 'smile-reminders' },
  getConsent: { slug: 'smile-reminders' },
  approvePluginUpgrade: { consentHash: hash, optionalScopes: ['clinic:read'] },
  uninstallPlugin: { confirm: 'smile-reminders' },
  suspendPlugin: { reason: 'It sent reminders twice.' },
  changePluginScopes: { add: ['clinic:read'], remove: ['tasks:read'] },
  changePluginSettings: { settings: { reminderHours: 48 } },
  consentReceipt: {
    id: 'rcp_01k9exam00000000000000000a',
    givenBy: 'staff usr_01k9exam00000000000000000a',
    giverName: 'Dr. Omar Haddad',
    giverRole: 'owner',
    sessionId: 'ses_01k9exam00000000000000000a',
    address: '203.0.113.7',
    version: '1.4.0',
    manifestHash: hash,
    scopes: ['appointments:read'],
    events: ['appointment.created'],
    allowedIpRanges: ranges,
    textShown: { plugin: { slug: 'smile-reminders', version: '1.4.0' } },
  },
  pluginUpgrade: { fromVersion: '1.3.0', missingSettings: ['reminderHours'] },
  pluginToken: token,
  pluginTokenWithText: { ...token, token: text },
  createPluginToken: { name: 'Production server', allowedIpRanges: ranges, expiresInDays: 365 },
  updatePluginToken: { name: 'Old server' },
  webhookTemplate: { name, description, events: ['appointment.created'] },
}
