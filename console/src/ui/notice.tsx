import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const ICONS = { info: IconInfoCircle, warn: IconAlertTriangle, done: IconCircleCheck }

/** One sentence that belongs to what stands around it. */
export function Notice({ tone = 'info', children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[tone]
  return (
    <div className="notice" data-tone={tone} role={tone === 'done' ? 'status' : undefined}>
      <Icon size={20} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
