import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { SendLink } from './send-link.tsx'
import { links } from './texts.ts'

type Visit = Pick<Returned<'getDayAppointment'>, 'id' | 'patientId' | 'status'>

/** Asks the patient of a visit that is over how it was. */
export function AskFeedback({ visit: { id, patientId, status } }: { visit: Visit }) {
  const t = useTexts(links)
  const [isAsking, setAsking] = useState(false)
  const mayAsk = useMay('records:write')
  if (!mayAsk || patientId === null || status !== 'COMPLETED') return null
  if (isAsking) return <SendLink linked={{ kind: 'FEEDBACK', subjectId: id, patientId, changes: [] }} />
  return (
    <Group>
      <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
        {t.askFeedback}
      </Button>
    </Group>
  )
}
