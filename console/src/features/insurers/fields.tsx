import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import type { BearsDraft } from './drafts.ts'
import { insurerTexts } from './texts.ts'

export interface FieldsProps<Draft> {
  values: Draft
  set: (changes: Partial<Draft>) => void
  errorAt: (path: string) => string | undefined
}

/** In which amounts are said. */
export const useCurrency = (): string => useRead('getWorkplace', {}).data?.currency ?? ''

/** The share, the most in a year, and whether approvals are needed; `maxLimit` stands with the amounts. */
export function BearsFields({ values, set, errorAt, maxLimit }: FieldsProps<BearsDraft> & { maxLimit?: ReactNode }) {
  const t = useTexts(insurerTexts)
  const currency = useCurrency()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <TextInput
          dir="ltr"
          inputMode="decimal"
          label={t.insurancePercentage}
          value={values.insurancePercentage}
          error={errorAt('/insurancePercentage')}
          onChange={event => set({ insurancePercentage: event.currentTarget.value })}
        />
        <TextInput
          dir="ltr"
          inputMode="decimal"
          label={t.insuranceLimitIn(currency)}
          disabled={values.insuranceUnlimited}
          value={values.insuranceUnlimited ? '' : values.insuranceLimit}
          error={errorAt('/insuranceLimit')}
          onChange={event => set({ insuranceLimit: event.currentTarget.value })}
        />
        {maxLimit}
      </SimpleGrid>
      <Checkbox
        label={t.insuranceUnlimited}
        checked={values.insuranceUnlimited}
        onChange={event => set({ insuranceUnlimited: event.currentTarget.checked })}
      />
      <Checkbox
        label={t.approvalRequired}
        checked={values.approvalRequired}
        onChange={event => set({ approvalRequired: event.currentTarget.checked })}
      />
    </>
  )
}

/** Takes a record out of what is chosen from. */
export function NotUsedField({ values, set }: Pick<FieldsProps<{ disabled: boolean }>, 'values' | 'set'>) {
  const t = useTexts(insurerTexts)
  return (
    <Checkbox
      label={t.disabled}
      description={t.disabledHint}
      checked={values.disabled}
      onChange={event => set({ disabled: event.currentTarget.checked })}
    />
  )
}

/** Whether it is chosen from. */
export function UsedTag({ disabled }: { disabled: boolean }) {
  const t = useTexts(insurerTexts)
  return (
    <span className="tag" data-tone={disabled ? undefined : 'ok'}>
      {disabled ? t.notUsed : t.used}
    </span>
  )
}
