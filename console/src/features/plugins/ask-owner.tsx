import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ui } from '../../ui/texts.ts'
import { requestTexts } from './request-texts.ts'

/** Asks the owners of the clinic for a plugin, with what it is wanted for. */
export function AskOwner({ slug, name }: { slug: string; name: string }) {
  const t = useTexts(requestTexts)
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState('')
  const asking = useWrite('askForPlugin', { changes: ['listInstallRequests', 'listNotices'], said: () => t.asked })
  const close = () => setOpened(false)
  const send = () => asking.mutate({ slug, ...(note.trim() && { note: note.trim() }) }, { onSuccess: close })
  return (
    <>
      <Button size="sm" variant="default" aria-label={t.askOf(name)} onClick={() => setOpened(true)}>
        {t.ask}
      </Button>
      <Modal opened={opened} onClose={close} title={t.askOf(name)} closeButtonProps={{ 'aria-label': words.close }}>
        <Stack>
          <Text>{t.askLead}</Text>
          <Textarea
            label={t.note}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <ProblemNotice error={asking.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={asking.isPending} onClick={send}>
              {t.send}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
