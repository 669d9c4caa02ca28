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

/** Where there is no room for the word beside it, it stands elsewhere. */
export function StatusIcon({ status }: { status: AppointmentStatus }) {
  const Icon = ICONS[status]
  return <Icon size={14} aria-hidden />
}

/** A status by its hue, its icon and its word. */
export function StatusTag({ status }: { status: AppointmentStatus }) {
  const t = useTexts(statusTexts)
  return (
    <span className={classes.status} data-status={status}>
      <StatusIcon status={status} />
      {t.statuses[status]}
    </span>
  )
}
