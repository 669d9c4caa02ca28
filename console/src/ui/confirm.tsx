import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useOwnEscape } from './own-escape.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { ui } from './texts.ts'

interface ConfirmProps {
  /** What opens the question. */
  trigger: (open: () => void) => ReactNode
  title: string
  children: ReactNode
  /** Names the deed, not "yes". */
  deed: string
  pending: boolean
  error: unknown
  /** The room's words for refusals that it knows better. */
  own?: Readonly<Record<string, string>>
  /** Closes the question once it is done. */
  act: () => Promise<unknown>
}

/** Asks before something that cannot be taken back; the focus goes to the question and, afterwards, to where it was. */
export function Confirm({ trigger, title, children, deed, pending, error, own, act }: ConfirmProps) {
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
        <Stack ref={content}>
          <div>{children}</div>
          <ProblemNotice error={error} own={own} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {words.cancel}
            </Button>
            <Button color="red" loading={pending} onClick={() => void act().then(close, () => undefined)}>
              {deed}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
