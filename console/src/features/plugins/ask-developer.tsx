import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ui } from '../../ui/texts.ts'
import { healthTexts } from './health-texts.ts'
import type { PluginProps } from './plugin-props.ts'
import type { Scope } from './scopes.tsx'

/** Asks the developer why the plugin requires what it has not used, with the evidence. */
export function AskDeveloper({ plugin, scopes }: PluginProps & { scopes: readonly Scope['scope'][] }) {
  const t = useTexts(healthTexts)
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState('')
  const offer = useRead('getCatalogueEntry', { slug: plugin.slug }, opened)
  const asking = useWrite('askPluginDeveloper', { changes: [], said: ({ sentTo }) => t.asked(sentTo) })
  const close = () => setOpened(false)
  const send = () =>
    asking.mutate(
      { id: plugin.id, scopes: [...scopes], ...(note.trim() && { note: note.trim() }) },
      { onSuccess: close },
    )
  if (scopes.length === 0) return null
  return (
    <Group mt="md">
      <Button variant="default" size="sm" onClick={() => setOpened(true)}>
        {t.askDeveloper}
      </Button>
      <Modal opened={opened} onClose={close} title={t.askDeveloper} closeButtonProps={{ 'aria-label': words.close }}>
        <Stack>
          <Text>{t.askLead(offer.data?.supportEmail ?? plugin.developerName)}</Text>
          <Textarea
            label={t.note}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <ProblemNotice error={asking.error} own={{ rate_limited: t.askedToday }} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={asking.isPending} onClick={send}>
              {t.askDeveloper}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  )
}
