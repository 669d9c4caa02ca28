/** What a person is in a clinic. */
export const STAFF_ROLES = ['owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]
