import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'
import { closeLabel } from './toast.ts'

interface Undoable {
  /** What has been done. */
  message: string
  undo: () => void
  /** How long it can be taken back. */
  seconds?: number
}

let last: { id: string; undo: () => void } | undefined
let count = 0

/** Says what has been done, and for some seconds offers to take it back: by the button, or by Z wherever one is. */
export function offerUndo({ message, undo, seconds = 10 }: Undoable): void {
  const id = `undo ${++count}`
  // What was done before can no longer be taken back here: its message would wait in the way of this one.
  if (last) notifications.hide(last.id)
  last = { id, undo }
  notifications.show({
    id,
    role: 'status',
    autoClose: seconds * 1_000,
    closeButtonProps: { 'aria-label': closeLabel() },
    message: <UndoMessage message={message} />,
    onClose: () => {
      if (last?.id === id) last = undefined
    },
  })
}

/** Takes back what was done last, where that can still be. */
export function undoLast(): void {
  const undoable = last
  if (undoable === undefined) return
  last = undefined
  notifications.hide(undoable.id)
  undoable.undo()
}

function UndoMessage({ message }: { message: string }) {
  const t = useTexts(ui)
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={undoLast} aria-keyshortcuts="z">
        {t.undo}
      </Button>
    </Group>
  )
}
