import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ui } from '../../ui/texts.ts'
import { securityTexts } from './texts.ts'

/** Says that a person has looked at an event, and what they found. */
export function Acknowledge({ event: { id, kind } }: { event: Returned<'listSecurityEvents'> }) {
  const t = useTexts(securityTexts)
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState('')
  const acknowledging = useWrite('acknowledgeSecurityEvent', {
    changes: ['listSecurityEvents', 'listNotices'],
    said: () => t.acknowledged,
  })
  const close = () => setOpened(false)
  const send = () => acknowledging.mutate({ id, ...(note.trim() && { note: note.trim() }) }, { onSuccess: close })
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-label={`${t.acknowledge}: ${t.kinds[kind]}`}
        onClick={() => setOpened(true)}
      >
        {t.acknowledge}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.acknowledgeTitle}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Stack>
          <Text>{t.acknowledgeLead}</Text>
          <Textarea
            label={t.note}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <ProblemNotice error={acknowledging.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={acknowledging.isPending} onClick={send}>
              {t.acknowledge}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
