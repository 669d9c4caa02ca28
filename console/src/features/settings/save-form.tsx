import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import type { useForm } from '../../lib/use-form.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { settings } from './texts.ts'

interface SaveFormProps {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'error' | 'pending' | 'edited'>
  label: string
  /** What is said of what records go by already; of the visits to come unless told. */
  inUse?: string
  children: ReactNode
}

/** A part of the settings that is saved by itself. */
export function SaveForm({ form, label, inUse, children }: SaveFormProps) {
  const t = useTexts(settings)
  const { error } = form
  const comingVisits = isProblem(error, 'in_use') ? Number(detailsOf(error).comingVisits) : 0
  return (
    <form {...form.props} aria-label={label}>
      <Stack>
        {children}
        <ProblemNotice error={error} own={{ in_use: inUse ?? t.inUse(comingVisits) }} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
