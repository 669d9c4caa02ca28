import type { LiveResource } from '@clinic/contract/staff/live.ts'
import type { RoomKey } from './rooms.ts'

/** What a card of a visit shows, and what is done at the desk with it. */
const CARDS = ['appointment', 'patient', 'invoice', 'labOrder', 'consentForm', 'discountApproval'] as const
const DESK = [...CARDS, 'waitListEntry'] as const
const INSURED = ['insurer', 'insurancePolicy', 'policyClass'] as const

/** What a room shows that is asked for anew where it is changed elsewhere. */
const SHOWN: Readonly<Partial<Record<RoomKey, readonly LiveResource[]>>> = {
  day: [...DESK, 'timeOff', 'roomBlock', 'branch', 'practitioner', 'procedure'],
  flow: DESK,
  checkout: [...CARDS, ...INSURED, 'payment', 'treatment', 'procedure'],
  patients: ['patient', 'invoice'],
  patient: [
    ...(['patient', 'appointment', 'exportJob', 'task', 'treatment', 'quotation', 'labOrder', 'consentForm'] as const),
    ...(['encounter', 'prescription', 'invoice', 'payment', 'communication', 'insurer', 'policyClass'] as const),
  ],
  quote: ['treatment', 'procedure'],
  quotation: ['quotation'],
  encounter: ['encounter', 'patient', 'prescription', 'noteTemplate'],
  prescription: ['prescription'],
  forms: ['consentForm', 'consentTemplate'],
  tasks: ['task', 'labOrder'],
  money: ['invoice', 'payment', 'eInvoiceReport'],
  moneyOnline: ['onlinePayment', 'eInvoiceReport', 'invoice'],
  claims: ['claim', 'invoice', 'insurer', 'treatment'],
  plugins: ['clinic', 'installation', 'installRequest'],
  plugin: ['clinic', 'installation'],
  audit: ['exportJob', 'securityEvent'],
  securityEvents: ['securityEvent'],
  settingsPractitioners: ['practitioner'],
  settingsBranch: ['branch', 'practitioner'],
  settingsProcedures: ['procedure'],
  settingsInsurers: ['insurer'],
  settingsInsurer: INSURED,
  settingsNoteTemplates: ['noteTemplate'],
}

export const liveOf = (key: RoomKey): readonly LiveResource[] => SHOWN[key] ?? []
