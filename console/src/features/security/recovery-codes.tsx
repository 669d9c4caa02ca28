import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { security } from './texts.ts'

/** Shown this once: to be copied or printed, and then put away. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useTexts(security)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Stack>
      <div className="print">
        <Title order={3} size="h5" ref={title} tabIndex={-1}>
          {t.codes}
        </Title>
        <Text c="dimmed" maw={620} mt={4} mb="md">
          {t.codesLead}
        </Text>
        <ul className="codes">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="sm">
        <CopyButton text={codes.join('\n')} />
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t.print}
        </Button>
        <Button onClick={onKept}>{t.kept}</Button>
      </Group>
    </Stack>
  )
}
