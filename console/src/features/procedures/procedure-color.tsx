import { ColorSwatch, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Procedure } from './procedure-draft.ts'
import { procedureTexts } from './texts.ts'

/** A colour with its name, so that it is told from another by those who do not see it, too. */
export function ProcedureColor({ color }: { color: NonNullable<Procedure['color']> }) {
  const t = useTexts(procedureTexts)
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <ColorSwatch component="span" color={`var(--mantine-color-${color}-6)`} size={14} aria-hidden />
      {t.colors[color]}
    </Group>
  )
}
