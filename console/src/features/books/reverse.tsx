import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { useOwnEscape } from '../../ui/own-escape.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ui } from '../../ui/texts.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useRefused } from './use-refused.ts'

interface ReverseProps {
  operation: 'reverseBookedExpense' | 'reverseBookedIncome'
  id: string
}

/** Takes an entry back by a counter-entry, with the reason for it. */
export function Reverse({ operation, id }: ReverseProps) {
  const t = useTexts(books)
  const words = useTexts(ui)
  const { close: closeDrawer } = useDrawer()
  const [opened, setOpened] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const reversing = useWrite(operation, { changes: MONEY_MOVED, said: () => t.entryReversed })
  const own = useRefused(reversing.error)
  const close = () => setOpened(false)
  const content = useOwnEscape<HTMLDivElement>(opened, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsMissing(reason.trim() === '')
    if (reason.trim() === '') return
    // What failed is said by `error`.
    void reversing.mutateAsync({ id, reason: reason.trim() }).then(closeDrawer, () => undefined)
  }
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setOpened(true)}>
          {t.reverse}
        </Button>
      </Group>
      <Modal
        opened={opened}
        onClose={close}
        title={t.reverseTitle}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <form noValidate onSubmit={submit}>
          <Stack ref={content}>
            <Text>{t.reverseLead}</Text>
            <TextInput
              label={t.reason}
              required
              maxLength={200}
              dir="auto"
              value={reason}
              error={isMissing ? t.reasonMissing : undefined}
              onChange={event => setReason(event.currentTarget.value)}
              data-autofocus
            />
            <ProblemNotice error={reversing.error} own={own} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {words.cancel}
              </Button>
              <Button type="submit" color="red" loading={reversing.isPending}>
                {t.reverse}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
