import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import type { Linked } from './linked.ts'
import { links } from './texts.ts'

const WAYS = ['sms', 'email', 'none'] as const

/** Sends the patient a link, or shows it once to be copied. */
export function SendLink({ linked: { changes, ...linked } }: { linked: Linked }) {
  const t = useTexts(links)
  const [way, choose] = useState<string>('sms')
  const { data: templates = [] } = useReadAll('listTemplatesToSend', { id: linked.patientId }, useMay('messages:use'))
  const making = useWrite('createPatientLink', {
    changes: [...changes, 'listMessagesOfPatient'],
    said: () => t.sent,
  })
  const channel = WAYS.find(one => one === way)
  const sent: Pick<Input<'createPatientLink'>, 'channel' | 'templateId'> = channel
    ? { channel }
    : { channel: 'whatsapp', templateId: way }
  return (
    <Stack>
      <NativeSelect
        label={t.how}
        data={[
          ...WAYS.map(value => ({ value, label: t.ways[value] })),
          ...templates.map(one => ({ value: one.id, label: t.byTemplate(plainName(one.name)) })),
        ]}
        value={way}
        onChange={event => choose(event.currentTarget.value)}
      />
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
        <Button loading={making.isPending} onClick={() => making.mutate({ ...linked, ...sent })}>
          {t.send}
        </Button>
      </Group>
    </Stack>
  )
}
