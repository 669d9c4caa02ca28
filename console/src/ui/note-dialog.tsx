import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useOwnEscape } from './own-escape.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { ui } from './texts.ts'

interface NoteDialogProps {
  /** What opens it. */
  trigger: (open: () => void) => ReactNode
  title: string
  lead: string
  /** The label of the note. */
  note: string
  /** The word on the button that does it. */
  deed: string
  pending: boolean
  error: unknown
  /** Does it, with the note where one was written; the dialog closes when it is done. */
  act: (given: { note?: string }) => Promise<unknown>
}

/** Something that is done with a note, which may be left out. */
export function NoteDialog({ trigger, title, lead, note: label, deed, pending, error, act }: NoteDialogProps) {
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState('')
  const close = () => setOpened(false)
  const content = useOwnEscape<HTMLDivElement>(opened, close)
  // What failed is said by `error`.
  const send = () => void act({ ...(note.trim() && { note: note.trim() }) }).then(close, () => undefined)
  return (
    <>
      {trigger(() => setOpened(true))}
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Stack ref={content}>
          <Text>{lead}</Text>
          <Textarea
            label={label}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <ProblemNotice error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={pending} onClick={send}>
              {deed}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
