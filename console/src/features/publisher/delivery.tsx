import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { deliveryTexts } from './delivery-texts.ts'

export type Delivery = PublisherReturned<'listOwnDeliveries'>

const TONES: Readonly<Partial<Record<Delivery['status'], string>>> = {
  PENDING: 'quiet',
  FAILED: 'warn',
  EXHAUSTED: 'danger',
  SKIPPED: 'quiet',
}

export function DeliveryStatus({ status }: { status: Delivery['status'] }) {
  const t = useTexts(deliveryTexts)
  return (
    <span className="tag" data-tone={TONES[status]}>
      {t.statuses[status]}
    </span>
  )
}
