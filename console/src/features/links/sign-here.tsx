import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { QrCode } from '../security/qr-code.tsx'
import type { Linked } from './linked.ts'
import { links } from './texts.ts'

/** Shows a link for the tablet at the clinic, which holds for 15 minutes and asks nothing. */
export function SignHere({ linked: { kind, subjectId, patientId, changes } }: { linked: Linked }) {
  const t = useTexts(links)
  const { mutate, data, error } = useWrite('createPatientLink', { changes })
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ kind, subjectId, patientId, channel: 'none', here: true })
  }, [mutate, kind, subjectId, patientId])
  return (
    <Stack>
      <Text>{t.hereLead}</Text>
      <ProblemNotice error={error} own={{ invalid_state_transition: t.settled }} />
      {data && <QrCode text={data.url} label={t.qr} />}
    </Stack>
  )
}
