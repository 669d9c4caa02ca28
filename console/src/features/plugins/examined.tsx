import { Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Day } from '../../ui/isolated.tsx'
import { plugins } from './texts.ts'

/** When a version passed its exam; nothing where it has passed none. */
export function Examined({ at }: { at: string | null }) {
  const t = useTexts(plugins)
  if (at === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t.examined} <Day at={at} />
    </Text>
  )
}
