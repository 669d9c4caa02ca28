import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import {
  IconArmchair,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconClockExclamation,
  IconHourglass,
  IconLogin2,
  IconThumbUp,
  IconUserX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import classes from './status.module.css'
import { statusTexts } from './status-texts.ts'

const ICONS: Readonly<Record<AppointmentStatus, TablerIcon>> = {
  OPEN: IconCircle,
  CONFIRMED: IconThumbUp,
  DELAYED: IconClockExclamation,
  CHECKEDIN: IconLogin2,
  WAITING: IconHourglass,
  INPROGRESS: IconArmchair,
  COMPLETED: IconCircleCheck,
  CANCELED: IconBan,
  NOSHOW: IconUserX,
}

/** A status by its hue, its icon and its word. */
export function StatusTag({ status }: { status: AppointmentStatus }) {
  const t = useTexts(statusTexts)
  const Icon = ICONS[status]
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={14} aria-hidden />
      {t.statuses[status]}
    </span>
  )
}
