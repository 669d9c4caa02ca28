import { Button, CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

/** Copies a text, and says that it has. */
export function CopyButton({ text, size }: { text: string; size?: string }) {
  const words = useTexts(ui)
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={size}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={copy}
        >
          {copied ? words.copied : words.copy}
        </Button>
      )}
    </Copying>
  )
}
