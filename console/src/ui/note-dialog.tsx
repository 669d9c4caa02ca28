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
  /** What else is asked, before the note. */
  children?: ReactNode
  /** The label of the note. */
  note: string
  /** What is said when there is no note, where one must be. */
  missing?: string
  /** The word on the button that does it. */
  deed: string
  /** It takes something away. */
  isDanger?: boolean
  pending: boolean
  error: unknown
  /** What a feature says of its own refusals. */
  own?: Readonly<Record<string, string>>
  /** Does it, with the note where one was written; the dialog closes when it is done. */
  act: (given: { note?: string }) => Promise<unknown>
}

/** Something that is done with a note, which may be left out unless it says what is missing then. */
export function NoteDialog({ trigger, title, lead, ...given }: NoteDialogProps) {
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const content = useOwnEscape<HTMLDivElement>(opened, close)
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
        <div ref={content}>
          <Note {...given} lead={lead} close={close} />
        </div>
      </Modal>
    </>
  )
}

type NoteProps = Omit<NoteDialogProps, 'trigger' | 'title'> & { close: () => void }

function Note({ lead, children, note: label, missing, deed, isDanger, pending, error, own, act, close }: NoteProps) {
  const words = useTexts(ui)
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = () => {
    const text = note.trim()
    setIsMissing(missing !== undefined && text === '')
    if (missing !== undefined && text === '') return
    // What failed is said by `error`.
    void act({ ...(text && { note: text }) }).then(close, () => undefined)
  }
  return (
    <Stack>
      <Text>{lead}</Text>
      {children}
      <Textarea
        label={label}
        required={missing !== undefined}
        maxLength={missing === undefined ? 500 : 200}
        autosize
        minRows={2}
        dir="auto"
        value={note}
        error={isMissing && missing}
        onChange={event => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <ProblemNotice error={error} {...(own && { own })} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button {...(isDanger && { color: 'red' })} loading={pending} onClick={send}>
          {deed}
        </Button>
      </Group>
    </Stack>
  )
}
