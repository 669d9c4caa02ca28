import type { Static } from '@clinic/contract/kernel.ts'
import { Remittance, type RemittancePreview } from '@clinic/contract/staff/remittances.ts'
import { type ClaimItemRow, leftOf } from '../domain/claims/claim-items.ts'
import type { RemittanceLineRow, RemittanceRow } from '../domain/claims/post-remittance.ts'
import { dispositionOf } from '../domain/claims/remittance-lines.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

interface Previewed {
  receivedMinor: number
  differenceMinor: number
  over: readonly ClaimItemRow[]
}

export const presentRemittancePreview = (
  { receivedMinor, differenceMinor, over }: Previewed,
  { currency }: ClinicFacts,
): Static<typeof RemittancePreview> => ({
  object: 'remittance_preview',
  received: toMajor(receivedMinor, currency),
  difference: toMajor(differenceMinor, currency),
  over: over.map(item => ({ invoiceId: item.invoice_id, remaining: toMajor(leftOf(item), currency) })),
})

export const presentRemittance = presenter<RemittanceRow & { lines: RemittanceLineRow[] }, typeof Remittance>(
  Remittance,
  {
    total: 'total_minor',
    lines: ({ lines }, { currency }) =>
      lines.map(line => ({
        ...{ invoiceId: line.invoice_id, claimId: line.claim_id, code: line.code, paymentId: line.payment_id },
        received: toMajor(line.received_minor, currency),
        rejected: toMajor(line.rejected_minor, currency),
        disposition: line.disposition === null ? null : dispositionOf(line.disposition),
      })),
  },
)
