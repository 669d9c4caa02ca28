import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import type { useForm } from '../../lib/use-form.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { settings } from './texts.ts'

interface FormProps {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'error' | 'pending' | 'edited'>
  label?: string
  /** What is said of what is needed or full; of the visits to come unless told. */
  inUse?: string
  children: ReactNode
}

/** A part of the settings that is saved by itself. */
export function SaveForm(props: FormProps) {
  const { save } = useTexts(settings)
  return <SettingsForm {...props} deed={save} disabled={!props.form.edited} />
}

/** Adds a record. */
export function AddForm(props: FormProps) {
  const { add } = useTexts(settings)
  return <SettingsForm {...props} deed={add} />
}

function SettingsForm({
  form,
  label,
  inUse,
  children,
  deed,
  ...button
}: FormProps & { deed: string; disabled?: boolean }) {
  const t = useTexts(settings)
  const { error } = form
  const comingVisits = isProblem(error, 'in_use') ? Number(detailsOf(error).comingVisits) : 0
  return (
    <form {...form.props} aria-label={label}>
      <Stack>
        {children}
        <ProblemNotice error={error} own={{ in_use: inUse ?? t.inUse(comingVisits) }} />
        <Group>
          <Button type="submit" loading={form.pending} {...button}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
