/** What a person is in a clinic. */
export const STAFF_ROLES = ['owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

const MANAGING = ['owner', 'admin'] as const
const KNOWING_PATIENTS = [...MANAGING, 'doctor', 'receptionist', 'accountant'] as const
const KEEPING_BOOKS = [...MANAGING, 'accountant'] as const
const TREATING = [...MANAGING, 'doctor', 'assistant'] as const
const TAKING_MONEY = [...MANAGING, 'receptionist', 'accountant'] as const
const KEEPING_RECORDS = [...MANAGING, 'doctor', 'receptionist', 'assistant'] as const

/**
 * The one map of who may do what, by permission. What a person does for themselves alone asks for none. `<name>.own` permits
 * the same where the record's doctor is the member's own practitioner.
 */
export const PERMISSIONS = {
  'members:manage': {
    roles: MANAGING,
    sentence: 'See the staff, invite people, change roles, disable people.',
  },
  'owners:manage': { roles: ['owner'], sentence: 'Invite, make and change owners.' },
  'assistants:manage': {
    roles: MANAGING,
    sentence: 'See and end the connections of all staff, and say which assistants may be connected.',
  },
  'plugins:see': { roles: STAFF_ROLES, sentence: 'See which plugins there are, and what each may do here.' },
  'plugins:request': { roles: STAFF_ROLES, sentence: 'Ask the owner for a plugin.' },
  'plugins:manage': {
    roles: MANAGING,
    sentence: 'Install, change, stop and remove plugins, with their keys and addresses.',
  },
  'audit:read': {
    roles: MANAGING,
    sentence: 'See who read and changed what, also of each patient, and the seals of that.',
  },
  'privacy:manage': {
    roles: ['owner', 'admin'],
    sentence:
      'Give patients all that is kept of them, restrict files that are to be erased, and say how long what is kept.',
  },
  'privacy:finish': {
    roles: ['owner'],
    sentence: 'Make a file anonymous for ever, and say that one must not be erased.',
  },
  'alarms:see': {
    roles: MANAGING,
    sentence: 'See what the clinic was warned of, say that it was looked at, and which warnings are mailed.',
  },
  'sandbox:operate': { roles: STAFF_ROLES, sentence: 'Try plugins out, in a sandbox clinic.' },
  'day:read': { roles: STAFF_ROLES, sentence: 'See the day of a branch: visits, free times, who is away.' },
  'patients:read': { roles: STAFF_ROLES, sentence: 'Find patients and see their file, without how to reach them.' },
  'tasks:use': { roles: STAFF_ROLES, sentence: 'See and do tasks, and give them to others.' },
  'appointments:write': {
    roles: [...MANAGING, 'receptionist', 'assistant'],
    sentence: 'Book, move and end visits, and keep the wait list.',
  },
  'appointments:write.own': { roles: ['doctor'], sentence: 'The same with visits to oneself.' },
  'blocks:write': { roles: [...MANAGING, 'receptionist'], sentence: 'Say when doctors and rooms are not there.' },
  'blocks:write.own': { roles: ['doctor'], sentence: 'Say when one is not there oneself.' },
  'patients:contact': { roles: KNOWING_PATIENTS, sentence: 'See how patients are reached, and their national ids.' },
  'balances:read': { roles: KNOWING_PATIENTS, sentence: 'See what patients still have to pay.' },
  'patients:write': {
    roles: [...MANAGING, 'doctor', 'receptionist'],
    sentence: 'Open files of patients, and change what is said of a person there.',
  },
  'messages:use': { roles: [...MANAGING, 'doctor', 'receptionist'], sentence: 'Read and send messages to patients.' },
  'records:read': { roles: KEEPING_RECORDS, sentence: 'See alerts, files, x-rays and forms of patients.' },
  'records:write': { roles: KEEPING_RECORDS, sentence: 'Add alerts, files, x-rays and forms to patients.' },
  'consents:revoke': { roles: [...MANAGING, 'doctor'], sentence: 'End a consent of a patient, signed or not.' },
  'chart:read': {
    roles: TREATING,
    sentence: 'See charts of teeth: what was found, planned and done, and the work ordered from labs.',
  },
  'chart:write': { roles: TREATING, sentence: 'Chart what is found, and plan treatments.' },
  'labs:order': { roles: KEEPING_RECORDS, sentence: 'Order work from labs, and say that it came and was delivered.' },
  'encounters:read': { roles: TREATING, sentence: 'See notes of visits, with what was measured and prescribed.' },
  'encounters:write': {
    roles: [...MANAGING, 'doctor'],
    sentence: 'Write notes of visits; each is signed by its doctor.',
  },
  'prescriptions:write': {
    roles: [...MANAGING, 'doctor'],
    sentence: 'Prescribe, and cancel prescriptions, as a doctor of the clinic.',
  },
  'vitals:write': { roles: TREATING, sentence: 'Enter what is measured at a visit.' },
  'treatments:complete': { roles: KEEPING_RECORDS, sentence: 'Say that treatments are done.' },
  'approvals:write': {
    roles: [...MANAGING, 'doctor', 'receptionist'],
    sentence: 'Ask insurers about treatments, and say what they answered.',
  },
  'quotations:read': { roles: STAFF_ROLES, sentence: 'See what patients were offered, and what plans would cost.' },
  'quotations:write': {
    roles: [...MANAGING, 'doctor', 'receptionist'],
    sentence: 'Offer treatments to patients for a price, and send it to them.',
  },
  'treatments:correct': {
    roles: [...MANAGING, 'doctor'],
    sentence: 'Correct treatments that were begun, done or found, and take back what was entered in error.',
  },
  'prices:override': { roles: [...MANAGING, 'doctor'], sentence: 'Say another price than that of the list.' },
  'alerts:end': { roles: [...MANAGING, 'doctor'], sentence: 'Say that an alert of a patient no longer holds.' },
  'insurance:write': {
    roles: [...MANAGING, 'receptionist', 'accountant'],
    sentence: 'Say how a patient is insured.',
  },
  'insurance:read': { roles: TAKING_MONEY, sentence: 'See insurers, and what they bear for patients.' },
  'insurance:manage': { roles: KEEPING_BOOKS, sentence: 'Change insurers, their policies and what these bear.' },
  'claims:read': { roles: TAKING_MONEY, sentence: 'See what insurers were asked for, and what they paid of it.' },
  'claims:write': {
    roles: KEEPING_BOOKS,
    sentence: 'Claim what insurers bear, hand claims over to them, and follow them up.',
  },
  'remittances:post': {
    roles: KEEPING_BOOKS,
    sentence: 'Enter what insurers pay for claims, and what they will not pay.',
  },
  'invoices:read': { roles: TAKING_MONEY, sentence: 'See what patients were billed, and what they paid.' },
  'invoices:write': { roles: TAKING_MONEY, sentence: 'Issue invoices.' },
  'invoices:credit': {
    roles: KEEPING_BOOKS,
    sentence: 'Make invoices void, and take back what was billed by credit notes.',
  },
  'einvoices:manage': {
    roles: KEEPING_BOOKS,
    sentence: 'Report invoices to the tax authority again that it rejected.',
  },
  'checkout:use': { roles: TAKING_MONEY, sentence: 'Bill what was done at a visit, and take the money for it.' },
  'discounts:approve': { roles: MANAGING, sentence: 'Approve discounts that are above what a role may give.' },
  'payments:take': { roles: TAKING_MONEY, sentence: 'Take money of patients.' },
  'payments:refund': { roles: KEEPING_BOOKS, sentence: 'Give payments back.' },
  'day:close': {
    roles: TAKING_MONEY,
    sentence: 'Count what was taken and close the day: at the desk its drawers and terminals.',
  },
  'books:read': { roles: KEEPING_BOOKS, sentence: 'See where the clinic keeps its money, and what moved it.' },
  'books:write': { roles: KEEPING_BOOKS, sentence: 'Enter expenses and incomes, take them back, and move money.' },
  'shifts:write': { roles: MANAGING, sentence: 'Change when doctors work.' },
  'patients:manage': { roles: MANAGING, sentence: 'Archive, delete, restore and merge files of patients.' },
  'settings:manage': { roles: MANAGING, sentence: 'Change the clinic, its branches, its people and its price list.' },
  'security:manage': { roles: MANAGING, sentence: 'Ask every login for a second factor.' },
} as const satisfies Record<string, { roles: readonly StaffRole[]; sentence: string }>

export type Permission = keyof typeof PERMISSIONS

/** Whether it permits only what is about the member's own practitioner. */
export const isOfOwn = (permission: Permission): boolean => permission.endsWith('.own')

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)

export const PERMISSION_NAMES: readonly Permission[] = Object.keys(PERMISSIONS).filter(isPermission)

export function isPermitted(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS[permission].roles
  return roles.includes(role)
}

/** All that a role may do. */
export const permissionsOf = (role: StaffRole): Permission[] =>
  PERMISSION_NAMES.filter(permission => isPermitted(role, permission))
