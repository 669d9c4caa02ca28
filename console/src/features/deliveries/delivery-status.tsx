import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPlayerSkipForward,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { deliveryTexts } from './texts.ts'

type Delivery = Returned<'listDeliveries'>

const LOOKS: Readonly<Record<Delivery['status'], readonly [tone: string | undefined, icon: TablerIcon]>> = {
  PENDING: ['quiet', IconClock],
  SUCCEEDED: [undefined, IconCircleCheck],
  FAILED: ['warn', IconAlertTriangle],
  EXHAUSTED: ['danger', IconCircleX],
  SKIPPED: ['quiet', IconPlayerSkipForward],
}

/** How a delivery went: by colour, sign and word. */
export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  const t = useTexts(deliveryTexts)
  const [tone, Icon] = LOOKS[status]
  return (
    <span className="tag" data-tone={tone}>
      <Icon size={15} aria-hidden />
      {t.statuses[status]}
    </span>
  )
}

/** What came of an attempt, in words: the error, or the status of the answer. */
export function useResult() {
  const t = useTexts(deliveryTexts)
  const words = new Map<string, string>(Object.entries(t.errors))
  return ({ errorMessage, responseStatus }: Pick<Delivery, 'errorMessage' | 'responseStatus'>): string => {
    const error = errorMessage === null ? undefined : (words.get(errorMessage) ?? errorMessage)
    const status = responseStatus === null ? undefined : `HTTP ${responseStatus}`
    return [error, status].filter(Boolean).join(' · ') || '—'
  }
}
