import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { online } from './online-texts.ts'

export type OnlineEntry = Returned<'listClinicOnlinePayments'>

const TONES = { OPEN: 'warn', FAILED: 'danger', PAID: undefined, REFUNDED: 'quiet', CLOSED: 'quiet' } as const

/** How far it has come. */
export function OnlineState({ of }: { of: OnlineEntry['state'] }) {
  const t = useTexts(online)
  return (
    <span className="tag" data-tone={TONES[of]}>
      {t.states[of]}
    </span>
  )
}
