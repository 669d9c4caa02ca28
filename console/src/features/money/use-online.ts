import { useTexts } from '../../lib/language-choice.tsx'
import { online } from './online-texts.ts'
import { PAID } from './use-paid.ts'

/** The operations whose answers change where a link is made, sent, closed or given back. */
export const ONLINE = [...PAID, 'listClinicOnlinePayments'] as const

/** What is said of a refusal of what is done with a link. */
export function useLinkRefused(): Readonly<Record<string, string>> {
  const t = useTexts(online)
  return {
    patient_has_no_phone: t.noPhone,
    template_not_approved: t.notApproved,
    payment_provider_not_configured: t.noProvider,
    invalid_state_transition: t.over,
  }
}
