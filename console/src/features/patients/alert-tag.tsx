import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { alertTexts } from './alert-texts.ts'
import classes from './alerts.module.css'

type Alert = Pick<Returned<'listPatientAlerts'>, 'kind' | 'severity' | 'text' | 'endedAt'>

/** An alert in one line: a sign, the kind, and what is to be known; a high one in the colour of danger, and said so. */
export function AlertTag({ alert: { kind, severity, text, endedAt } }: { alert: Alert }) {
  const t = useTexts(alertTexts)
  const isHigh = severity === 'HIGH' && endedAt === null
  const Icon = isHigh ? IconAlertTriangle : IconInfoCircle
  return (
    <span className={classes.alert} data-high={isHigh || undefined} data-ended={endedAt !== null || undefined}>
      <Icon
        size={18}
        role={isHigh ? 'img' : undefined}
        aria-label={isHigh ? t.severities.HIGH : undefined}
        aria-hidden={!isHigh}
      />
      <span>
        <span className={classes.kind}>{t.kinds[kind]}</span> <bdi dir="auto">{text}</bdi>
      </span>
    </span>
  )
}
