import { INPUT } from 'virtual:staff-input/updateLabWork'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { ConflictWords } from '../../ui/conflict.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { LAB_CHANGES, type LabOrder } from './lab-order.ts'
import { labs } from './texts.ts'

/** What the fields of an order are called where another has changed them meanwhile. */
export function useOrderWords(): ConflictWords {
  const t = useTexts(labs)
  return {
    fields: { shade: t.shade, details: t.details, received: t.received, delivered: t.delivered },
    shown: (_field, value) => (typeof value === 'string' ? value : undefined),
  }
}

interface Draft {
  shade: string
  details: string
}

const fieldsOf = ({ shade, details }: Draft) => ({ shade: shade.trim() || null, details: details.trim() || null })

/** Changes what is said of an order. */
export function EditOrder({ order }: { order: LabOrder }) {
  const t = useTexts(labs)
  const { close } = useDrawer()
  const { id, version } = order
  const [initial] = useState<Draft>(() => ({ shade: order.shade ?? '', details: order.details ?? '' }))
  const changesOf = (draft: Draft) => ({ id, ...changedFields(fieldsOf(initial), fieldsOf(draft)) })
  const saving = useWrite('updateLabWork', {
    changes: LAB_CHANGES,
    said: () => t.saved,
    of: { version, words: useOrderWords(), theirs: close },
  })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, changesOf(draft)),
    send: draft => saving.mutateAsync(changesOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, INPUT)
  const { values, set } = form
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label={t.shade}
          dir="auto"
          value={values.shade}
          error={errorAt('/shade')}
          onChange={event => set({ shade: event.currentTarget.value })}
          data-autofocus
        />
        <Textarea
          label={t.details}
          autosize
          minRows={2}
          dir="auto"
          value={values.details}
          error={errorAt('/details')}
          onChange={event => set({ details: event.currentTarget.value })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
