import { useTexts } from '../../lib/language-choice.tsx'
import { Money } from '../../ui/money.tsx'
import type { Card } from './card.ts'
import { visits } from './visit-texts.ts'

/** What is to be known of the patient before they sit down. */
export function Flags({ card, currency }: { card: Card; currency: string }) {
  const t = useTexts(visits)
  const { balance = 0, lab } = card
  return (
    <>
      {card.wantsChange && (
        <span className="tag" data-tone="warn">
          {t.wantsChange}
        </span>
      )}
      {card.highAlerts > 0 && (
        <span className="tag" data-tone="danger">
          {t.alerts(card.highAlerts)}
        </span>
      )}
      {card.consentMissing && (
        <span className="tag" data-tone="warn">
          {t.consent}
        </span>
      )}
      {lab === 'late' && (
        <span className="tag" data-tone="warn">
          {t.labs.late}
        </span>
      )}
      {lab === 'received' && <span className="tag">{t.labs.received}</span>}
      {card.firstVisit && <span className="tag">{t.first}</span>}
      {balance > 0 && (
        <span className="tag" data-tone="quiet">
          {t.owes} <Money amount={balance} currency={currency} />
        </span>
      )}
    </>
  )
}
