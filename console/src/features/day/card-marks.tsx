import { IconAlertTriangle, IconBolt, IconCalendarX, IconFlask2, IconSignature, IconVideo } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Card } from './card.ts'
import classes from './day.module.css'
import { visits } from './visit-texts.ts'

/** What is to be known of a visit beforehand, each by a sign that says its meaning where one points. */
export function CardMarks({ card }: { card: Card }) {
  const t = useTexts(visits)
  const marks = [
    card.urgent && { Icon: IconBolt, meaning: t.urgent },
    card.highAlerts > 0 && { Icon: IconAlertTriangle, meaning: t.alerts(card.highAlerts) },
    card.consentMissing && { Icon: IconSignature, meaning: t.consent },
    card.wantsChange && { Icon: IconCalendarX, meaning: t.wantsChange },
    card.lab === 'late' && { Icon: IconFlask2, meaning: t.labs.late },
    card.isOnline && { Icon: IconVideo, meaning: t.video },
  ]
  return marks.map(
    mark =>
      mark && (
        <span key={mark.meaning} className={classes.mark} title={mark.meaning}>
          <mark.Icon size={13} aria-hidden />
          <span className={classes.aloud}> {mark.meaning}</span>
        </span>
      ),
  )
}
