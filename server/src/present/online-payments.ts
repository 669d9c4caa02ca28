import { type ONLINE_DEEDS, OnlinePaymentEntry } from '@clinic/contract/staff/online-payments.ts'
import { type ListedOnlinePayment, onlineState } from '../domain/billing/clinic-online-payments.ts'
import { closedReason } from '../domain/billing/online-payment-row.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

type Shown = ListedOnlinePayment & { allowed: (typeof ONLINE_DEEDS)[number][] }

/** `linkOf` is the payer's address, from the last part of it; a closed link has none. */
export const presentOnlinePaymentEntry = (linkOf: (token: string) => string) =>
  presenter<Shown, typeof OnlinePaymentEntry>(OnlinePaymentEntry, {
    ...amounts('amount', 'extraFees'),
    paymentLink: row => (row.closed_at === null ? linkOf(row.link_token) : null),
    state: onlineState,
    closedReason: row => (row.closed_reason === null ? null : closedReason(row.closed_reason)),
    patientName,
  })
