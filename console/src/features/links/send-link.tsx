import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import type { Linked } from './linked.ts'
import { SendingWay, sentBy } from './sending-way.tsx'
import { links } from './texts.ts'

/** Sends the patient a link, or shows it once to be copied. */
export function SendLink({ linked: { changes, ...linked } }: { linked: Linked }) {
  const t = useTexts(links)
  const [way, choose] = useState<string>('sms')
  const making = useWrite('createPatientLink', {
    changes: [...changes, 'listMessagesOfPatient'],
    said: () => t.sent,
  })
  return (
    <Stack>
      <SendingWay patientId={linked.patientId} way={way} choose={choose} />
      <ProblemNotice
        error={making.error}
        own={{
          patient_has_no_phone: t.noPhone,
          template_not_approved: t.notApproved,
          invalid_state_transition: t.settled,
        }}
      />
      {making.data && <ShownOnce label={t.link} text={making.data.url} />}
      <Group>
        <Button loading={making.isPending} onClick={() => making.mutate({ ...linked, ...sentBy(way) })}>
          {t.send}
        </Button>
      </Group>
    </Stack>
  )
}
