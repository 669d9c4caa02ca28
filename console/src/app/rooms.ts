import type { RoomFacts } from './room-facts.ts'
import { type PathNames, pathAt } from './room-paths.ts'

const OF_MONEY = { permission: 'invoices:read', within: 'money' } as const
const CLINICAL = { permission: 'encounters:read', within: 'patients' } as const
const OF_CLAIMS = ['tab', 'status', 'insurer', 'follow', 'from', 'to', 'selected', 'sort', 'open'] as const
const INSURERS = { permission: 'insurance:manage', search: ['open', 'sort'] } as const
const TEMPLATES = { permission: 'encounters:write', search: ['open', 'sort'] } as const
/** A part of how the practice is set up. */
const SETTINGS = { permission: 'settings:manage', within: 'settings' } as const

/** What is decided about a plugin. */
const OF_PLUGINS = { permission: 'plugins:manage', within: 'plugins', search: [] } as const

/** Every room of a clinic, in the order of the navigation: routes, guard, links, keys and the server's addresses follow. */
export const ROOMS = {
  day: {
    path: '/day',
    permission: 'day:read',
    group: 'care',
    go: 'd',
    home: ['owner', 'admin', 'doctor', 'assistant'],
    search: ['date', 'by', 'doctor', 'span', 'open'],
  },
  flow: {
    path: '/flow',
    permission: 'day:read',
    group: 'care',
    go: 'w',
    home: ['receptionist'],
    search: ['doctor', 'tab', 'open'],
  },
  patients: {
    path: '/patients',
    permission: 'patients:read',
    group: 'care',
    go: 'f',
    search: ['branch', 'doctor', 'archived', 'flag', 'sort', 'open'],
  },
  patient: {
    path: '/patients/:id/:tab',
    permission: 'patients:read',
    within: 'patients',
    search: ['open', 'kind', 'from', 'to', 'sort'],
  },
  quote: { path: '/quote/:id', permission: 'quotations:write', within: 'patients', search: [] },
  quotation: {
    path: '/quotations/:id',
    permission: 'quotations:read',
    within: 'patients',
    search: ['open'],
  },
  encounter: { ...CLINICAL, path: '/encounters/:id', search: ['open'] },
  prescription: { ...CLINICAL, path: '/prescriptions/:id', search: [] },
  forms: {
    path: '/forms',
    permission: 'records:read',
    group: 'care',
    go: 'o',
    search: ['tab', 'doctor', 'rating', 'sort', 'open'],
  },
  form: { path: '/forms/:id', permission: 'settings:manage', within: 'forms', search: [] },
  tasks: {
    path: '/tasks',
    permission: 'tasks:use',
    group: 'care',
    go: 'k',
    search: ['tab', 'assigned', 'lab', 'open'],
  },
  money: {
    path: '/money',
    permission: 'invoices:read',
    group: 'money',
    go: 'm',
    home: ['accountant'],
    search: ['tab', 'state', 'type', 'refunded', 'doctor', 'number', 'from', 'to', 'sort', 'open'],
  },
  moneyOnline: { ...OF_MONEY, path: '/money/online', search: ['reports', 'state', 'sort', 'open'] },
  checkout: { path: '/checkout/:appointmentId', permission: 'checkout:use', within: 'flow', search: [] },
  books: {
    path: '/books',
    permission: 'day:close',
    group: 'money',
    go: 'b',
    search: ['tab', 'report', 'from', 'to', 'sort', 'open'],
  },
  claims: { path: '/claims', permission: 'claims:read', group: 'money', go: 'n', search: OF_CLAIMS },
  assistants: { path: '/assistants', permission: null, group: 'assistants', go: 'a', search: [] },
  clinicAssistants: {
    path: '/clinic/assistants',
    permission: 'assistants:manage',
    group: 'assistants',
    go: 'c',
    search: [],
  },
  plugins: {
    path: '/plugins',
    permission: 'plugins:see',
    group: 'plugins',
    go: 'p',
    search: ['health', 'sort'],
  },
  pluginConsent: { ...OF_PLUGINS, path: '/plugins/catalogue/:slug/install' },
  plugin: {
    path: '/plugins/installed/:id',
    permission: 'plugins:see',
    within: 'plugins',
    search: [
      ...['tab', 'open', 'sort', 'selected'],
      ...['endpoint', 'type', 'status', 'origin', 'error', 'from', 'to', 'method', 'class'],
    ],
  },
  audit: {
    path: '/audit',
    permission: 'audit:read',
    group: 'clinic',
    go: 'l',
    search: ['tab', 'open', 'sort', 'patient', 'actor', 'operation', 'request', 'kind', 'outcome', 'from', 'to'],
  },
  pluginUpgrade: { ...OF_PLUGINS, path: '/plugins/installed/:id/upgrade' },
  deliveries: {
    path: '/plugins/deliveries',
    permission: 'plugins:manage',
    group: 'plugins',
    go: 's',
    search: ['installation', 'endpoint', 'type', 'status', 'origin', 'error', 'from', 'to', 'sort', 'open'],
  },
  event: { path: '/plugins/events/:id', permission: 'plugins:manage', within: 'deliveries', search: [] },
  securityEvents: {
    path: '/security-events',
    permission: 'alarms:see',
    group: 'clinic',
    go: 'e',
    search: ['kind', 'level', 'open'],
  },
  settings: { path: '/settings/clinic', permission: 'settings:manage', group: 'clinic', go: 'u', search: [] },
  settingsBranches: { ...SETTINGS, path: '/settings/branches', search: ['open', 'sort'] },
  settingsPractitioners: {
    ...SETTINGS,
    path: '/settings/practitioners',
    search: ['open', 'sort'],
  },
  settingsBranch: {
    path: '/settings/branches/:id',
    ...SETTINGS,
    search: ['doctor', 'period'],
  },
  settingsProcedures: { ...SETTINGS, path: '/settings/procedures', search: ['group', 'state', 'open', 'sort'] },
  settingsInsurers: { ...INSURERS, path: '/settings/insurers', group: 'money', go: 'i' },
  settingsInsurer: { ...INSURERS, path: '/settings/insurers/:id', within: 'settingsInsurers' },
  settingsAppointments: { ...SETTINGS, path: '/settings/appointments', search: [] },
  settingsMoney: { ...SETTINGS, path: '/settings/money', search: [] },
  settingsReminders: { ...SETTINGS, path: '/settings/reminders', search: ['open', 'sort'] },
  settingsNoteTemplates: { ...TEMPLATES, path: '/settings/note-templates', group: 'clinic', go: 'h' },
  retention: { path: '/settings/retention', permission: 'privacy:manage', group: 'clinic', go: 'r', search: [] },
  sandbox: {
    path: '/sandbox',
    permission: 'sandbox:operate',
    group: 'plugins',
    inSandbox: true,
    go: 'x',
    search: ['tab'],
  },
  members: { path: '/members', permission: 'members:manage', group: 'clinic', go: 't', search: [] },
} as const satisfies Readonly<Record<string, RoomFacts>>

/** What stands in the address of every room, besides its own: the branch that is shown, and what the desk does beside it. */
export const IN_EVERY_ROOM = ['branch', 'book'] as const

export type RoomKey = keyof typeof ROOMS
const isRoom = (key: string): key is RoomKey => Object.hasOwn(ROOMS, key)
export const ROOM_KEYS: readonly RoomKey[] = Object.keys(ROOMS).filter(isRoom)

/** A room that the navigation leads to. */
export type MainRoomKey = {
  [Key in RoomKey]: (typeof ROOMS)[Key] extends { readonly group: string } ? Key : never
}[RoomKey]
export const isMainRoom = (key: RoomKey): key is MainRoomKey => 'group' in ROOMS[key]
export const MAIN_ROOMS: readonly MainRoomKey[] = ROOM_KEYS.filter(isMainRoom)

type PlaceOf<Key extends RoomKey> = Readonly<Record<PathNames<(typeof ROOMS)[Key]['path']>, string>>

/** The address of a room: of one that is about something, also of what. */
export function hrefOf<Key extends RoomKey>(
  clinicId: string,
  key: Key,
  ...place: Key extends MainRoomKey ? [] : [PlaceOf<Key>]
): string {
  return `/c/${encodeURIComponent(clinicId)}${pathAt(ROOMS[key].path, { ...place[0] })}`
}
