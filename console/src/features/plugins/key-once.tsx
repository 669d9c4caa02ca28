import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { accessTexts } from './access-texts.ts'

interface KeyOnceProps {
  text: string
  /** What is shown; a key unless told. */
  label?: string
  onKept: () => void
}

/** A key or a secret, for the one time that it is shown. */
export function KeyOnce({ text, label, onKept }: KeyOnceProps) {
  const t = useTexts(accessTexts)
  return (
    <Stack>
      <Notice tone="warn">{t.once}</Notice>
      <ShownOnce label={label ?? t.keyText} text={text} />
      <Group>
        <Button onClick={onKept}>{t.done}</Button>
      </Group>
    </Stack>
  )
}
