import type { Sight } from '../access.ts'
import type { Permission } from './permissions.ts'

interface LiveFacts {
  /** What a role must permit, any of it, to be told of it; null where every member is. */
  readonly permission: Permission | readonly Permission[] | null
  /** Which records are told: those of the whole clinic, of branches, or of patients in sight of the member. */
  readonly sight: Sight
}

export const LIVE_PATH = '/stream'

/** What the console is told of as it changes, wherever it is changed. */
export const LIVE = {
  clinic: { permission: null, sight: 'clinic' },
  installation: { permission: 'plugins:see', sight: 'clinic' },
  installRequest: { permission: 'plugins:request', sight: 'clinic' },
  exportJob: { permission: 'audit:read', sight: 'clinic' },
  securityEvent: { permission: 'alarms:see', sight: 'clinic' },
  patient: { permission: 'patients:read', sight: 'patient' },
  branch: { permission: null, sight: 'branch' },
  practitioner: { permission: null, sight: 'branch' },
  timeOff: { permission: 'day:read', sight: 'branch' },
  roomBlock: { permission: 'day:read', sight: 'branch' },
  discountApproval: { permission: 'checkout:use', sight: 'patient' },
  appointment: { permission: 'day:read', sight: 'branch' },
  task: { permission: 'tasks:use', sight: 'branch' },
  treatment: { permission: 'chart:read', sight: 'patient' },
  encounter: { permission: 'encounters:read', sight: 'patient' },
  quotation: { permission: 'quotations:read', sight: 'patient' },
  // The card of a visit says whether work from a lab is there, and what is owed.
  labOrder: { permission: ['labs:order', 'day:read'], sight: 'patient' },
  invoice: { permission: ['invoices:read', 'balances:read'], sight: 'patient' },
  payment: { permission: 'invoices:read', sight: 'patient' },
  onlinePayment: { permission: 'invoices:read', sight: 'patient' },
  eInvoiceReport: { permission: 'einvoices:manage', sight: 'patient' },
  consentForm: { permission: 'records:read', sight: 'patient' },
  prescription: { permission: 'encounters:read', sight: 'patient' },
  communication: { permission: 'messages:use', sight: 'patient' },
  waitListEntry: { permission: 'day:read', sight: 'branch' },
  claim: { permission: 'claims:read', sight: 'branch' },
  insurer: { permission: 'insurance:read', sight: 'clinic' },
  insurancePolicy: { permission: 'insurance:read', sight: 'clinic' },
  policyClass: { permission: 'insurance:read', sight: 'clinic' },
  procedure: { permission: null, sight: 'clinic' },
  noteTemplate: { permission: 'encounters:write', sight: 'clinic' },
  consentTemplate: { permission: 'records:read', sight: 'clinic' },
} as const satisfies Readonly<Record<string, LiveFacts>>

export type LiveResource = keyof typeof LIVE

/** What a role must permit, any of it, to be told of a resource. */
export function toldBy(resource: LiveResource): readonly Permission[] | null {
  const { permission }: LiveFacts = LIVE[resource]
  return typeof permission === 'string' ? [permission] : permission
}

export const isLiveResource = (name: string): name is LiveResource => Object.hasOwn(LIVE, name)
export const LIVE_RESOURCES: readonly LiveResource[] = Object.keys(LIVE).filter(isLiveResource)

/** Where more than these of a resource have changed, they are not named. */
export const MOST_NAMED = 200
export const MANY = 'many'

/** What has changed: the ids of the records, by resource. */
export type LiveChanges = { readonly [Resource in LiveResource]?: readonly string[] | typeof MANY }

/** The stream tells no more of what is longer ago: a client that comes back so late reads everything anew. */
export const REMEMBERED_MS = 3_600_000
/** A stream ends after this, and is opened again by who wants it. */
export const LASTS_MS = 600_000
/** A request that no person asked for by themselves keeps no login from ending. */
export const BACKGROUND_HEADER = 'Staff-Background'
