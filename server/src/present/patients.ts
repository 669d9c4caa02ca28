import { Appointment } from '@clinic/contract/appointments.ts'
import { Feedback } from '@clinic/contract/feedback.ts'
import { LoyaltyAccount, LoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import { Patient } from '@clinic/contract/patients.ts'
import type { TableRow } from '../db/tables.ts'
import { tierOf } from '../domain/loyalty/program.ts'
import type { IdentifiedPatient } from '../domain/patients/patient-file.ts'
import { presenter } from '../kernel/presenter.ts'
import { fullName } from '../kernel/values/full-name.ts'
import { toMajor } from '../kernel/values/money.ts'
import { maskPhone } from '../kernel/values/phones.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'

export const presentPatient = presenter<IdentifiedPatient, typeof Patient>(Patient, {
  phoneNumberMasked: row => maskPhone(row.phone_number),
  fullName,
  insurance(row, { currency }) {
    if (row.insurance_company_id === null) return null
    return {
      companyId: row.insurance_company_id,
      policyId: row.insurance_policy_id,
      classId: row.insurance_class_id,
      number: row.insurance_number,
      group: row.insurance_group,
      percentage: row.insurance_percentage,
      limit: row.insurance_limit_minor === null ? null : toMajor(row.insurance_limit_minor, currency),
      unlimited: row.insurance_unlimited,
      endDate: row.insurance_end_date,
    }
  },
})

export const presentAppointment = presenter<TableRow<'appointment'>, typeof Appointment>(Appointment, {
  start: 'starts_at',
  end: 'ends_at',
  durationMinutes: row => Math.round((Date.parse(row.ends_at) - Date.parse(row.starts_at)) / MINUTE_MS),
  videoCall: ({ video_call_id: id, video_call_created_at: createdAt }) =>
    id === null || createdAt === null ? null : { id, createdAt },
})

export const presentFeedback = presenter<TableRow<'feedback'>, typeof Feedback>(Feedback, {
  resolved: row => row.resolved_at !== null,
})

export const presentLoyaltyAccount = presenter<TableRow<'loyalty_account'>, typeof LoyaltyAccount>(LoyaltyAccount, {
  tier: row => tierOf(row.lifetime_earned),
})

export const presentLoyaltyTransaction = presenter<TableRow<'loyalty_transaction'>, typeof LoyaltyTransaction>(
  LoyaltyTransaction,
)
