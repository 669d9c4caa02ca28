import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { quotations } from './texts.ts'

export type Sheet = Returned<'getClinicQuotation'>
export type Option = Sheet['options'][number]
export type QuotationState = Option['state']

/** What shows a quotation, and is asked anew when one changes. */
export const QUOTED = ['getClinicQuotation', 'listClinicQuotations', 'getPatientPlan', 'getPatientChart'] as const

const TONES = {
  DRAFT: 'quiet',
  SENT: 'warn',
  SIGNED: undefined,
  EXPIRED: 'quiet',
  WITHDRAWN: 'quiet',
  DECLINED: 'quiet',
} as const

/** How far a quotation has come. */
export function State({ of }: { of: QuotationState }) {
  const t = useTexts(quotations)
  return (
    <span className="tag" data-tone={TONES[of]}>
      {t.states[of]}
    </span>
  )
}
