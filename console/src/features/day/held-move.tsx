import { Button } from '@mantine/core'
import { useState } from 'react'
import { secondsBetween } from '../../lib/clinic-time.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useNow } from '../../lib/use-now.ts'
import type { Card } from './card.ts'
import { visits } from './visit-texts.ts'

interface HeldProps {
  card: Card
  now: string
  onUndo: () => void
}

/** While a move is held it can be taken back, by any who may move the visit; how long yet is counted down. */
export function HeldMove({ card, now, onUndo }: HeldProps) {
  const { held } = card
  return held && <Countdown key={held.until} until={held.until} {...{ now, onUndo }} />
}

function Countdown({ until, now, onUndo }: { until: string; now: string; onUndo: () => void }) {
  const t = useTexts(visits)
  const [since] = useState(() => ({ now, at: Date.now() }))
  const left = secondsBetween(useNow(since.now, since.at, 1_000), until)
  if (left <= 0) return null
  return (
    <Button size="compact-sm" variant="subtle" onClick={onUndo} aria-keyshortcuts="z">
      {t.undo(left)}
    </Button>
  )
}
