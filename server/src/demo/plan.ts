import type { PROCEDURE_COLORS } from '@clinic/contract/staff/procedures.ts'

/** The person who owns each of the demo's clinics. */
export const DEMO_OWNER = ['Demo Owner', 'المالك التجريبي'] as const

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
  /** When it is closed at noon of every day that it is open. */
  noon?: readonly [from: string, to: string]
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
  role: 'doctor' | 'hygienist' | 'receptionist' | 'assistant' | 'accountant' | 'manager'
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

/** The price in the major unit, and how long it takes. */
export type ProcedurePlan = readonly [code: string, name: string, price: number, nameAr: string, minutes: number]

export interface GroupPlan {
  key: string
  name: string
  color: (typeof PROCEDURE_COLORS)[number]
  chart: string
  procedures: readonly ProcedurePlan[]
}
