import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconCalendarX, IconFlask2, IconSignature, IconVideo } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Card } from './card.ts'
import classes from './day.module.css'
import { visits } from './visit-texts.ts'

/** What is to be known of a visit beforehand, each by a sign that says its meaning where one points. */
export function CardMarks({ card }: { card: Card }) {
  const t = useTexts(visits)
  const marks = [
    { Icon: IconBolt, isOn: card.urgent, meaning: t.urgent },
    { Icon: IconAlertTriangle, isOn: card.highAlerts > 0, meaning: t.alerts(card.highAlerts) },
    { Icon: IconSignature, isOn: card.consentMissing, meaning: t.consent },
    { Icon: IconCalendarX, isOn: card.wantsChange, meaning: t.wantsChange },
    { Icon: IconFlask2, isOn: card.lab === 'late', meaning: t.labs.late },
    { Icon: IconVideo, isOn: card.isOnline, meaning: t.video },
  ]
  return marks
    .filter(({ isOn }) => isOn)
    .map(({ Icon, meaning }) => (
      <span key={meaning} className={classes.mark} title={meaning}>
        <Icon size={13} aria-hidden />
        <VisuallyHidden> {meaning}</VisuallyHidden>
      </span>
    ))
}
