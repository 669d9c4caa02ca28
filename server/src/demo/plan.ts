/** The wishes for one demo clinic; the steps make rows of them. */
export interface ClinicPlan {
  /** Part of every id and of every seed. */
  key: string
  facts: {
    name: string
    nameAr: string
    country: string
    currency: string
    timeZone: string
    locale: string
    taxPercent: number
    charts: string[]
    brandingColor: string
    /** Null where there is no VAT. */
    registration: { vatNumber: string; crnNumber: string; city: string } | null
    secondFactorRequired: boolean
    sandbox: boolean
  }
  branches: readonly BranchPlan[]
  staff: readonly StaffPlan[]
  groups: readonly GroupPlan[]
  patients: number
  /** How much of a doctor's day is booked in the past, 0 to 1. */
  occupancy: number
  /** Country code and block that every invented phone number starts with, four digits short. */
  phoneBlock: string
  /** The four digits at which patients' phones begin; staff have those from 9000 on. */
  firstPhone: number
  /** Country of most patients, and its share. */
  home: { nationality: string; share: number; identifier: 'SA' | 'KW' }
}

export interface BranchPlan {
  key: string
  name: string
  nameAr: string
  city: string
  location: string
  rooms: number
  /** Opening and closing time by weekday, 0 is Sunday; null is closed. */
  hours: readonly (readonly [opens: string, closes: string] | null)[]
}

/** Where and when a person works: weekdays (0 is Sunday) and times `HH:mm`, which may be split by a break. */
export interface ShiftPlan {
  branch: string
  weekdays: readonly number[]
  times: readonly (readonly [from: string, to: string])[]
}

export interface StaffPlan {
  key: string
  name: readonly [latin: string, arabic: string]
  role: 'doctor' | 'hygienist' | 'receptionist' | 'assistant' | 'accountant'
  specialty?: string
  slotMinutes?: number
  /** Of appointments, by their group of procedures. */
  treats?: readonly string[]
  children?: boolean
  /** New leads are assigned to them in turn; receptionists take them anyway. */
  takesLeads?: boolean
  /** The same e-mail in two clinics is the same person. */
  email?: string
  shifts: readonly ShiftPlan[]
}

export interface GroupPlan {
  key: string
  name: string
  chart: string
  /** Code, name and price in the major unit. */
  procedures: readonly (readonly [code: string, name: string, price: number])[]
}
