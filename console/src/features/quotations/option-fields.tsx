import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { OptionDraft } from './draft.ts'
import { quotations } from './texts.ts'

interface OptionFieldsProps {
  option: OptionDraft
  place: number
  errorAt: (path: string) => string | undefined
  change: (changes: Partial<OptionDraft>) => void
  /** Nothing of the only option. */
  leaveOut: (() => void) | undefined
}

/** What an option is called, and what is taken off it. */
export function OptionFields({ option, place, errorAt, change, leaveOut }: OptionFieldsProps) {
  const t = useTexts(quotations)
  const at = (name: string) => errorAt(`/options/${place}/${name}`)
  return (
    <Stack gap="sm">
      <TextInput
        label={t.label}
        required
        dir="auto"
        maxLength={20}
        value={option.label}
        error={at('label')}
        onChange={event => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label={t.discountPercent}
        dir="ltr"
        inputMode="decimal"
        value={option.discountPercent}
        error={at('discountPercent')}
        onChange={event => change({ discountPercent: event.currentTarget.value })}
      />
      <TextInput
        label={t.fee}
        dir="ltr"
        inputMode="decimal"
        value={option.fee}
        error={at('diagnosticFee')}
        onChange={event => change({ fee: event.currentTarget.value })}
      />
      {at('treatmentIds') && (
        <Text c="red" size="sm" role="alert">
          {t.noneTicked}
        </Text>
      )}
      {leaveOut && (
        <Group>
          <Button size="compact-md" variant="subtle" color="red" onClick={leaveOut}>
            {t.removeOption(option.label)}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
