import { INPUT } from 'virtual:staff-input/renameFile'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import type { KeptFile } from './patient-record.ts'
import { recordTexts } from './texts.ts'

/** Names a file otherwise. */
export function RenameFile({ file: { id, name } }: { file: KeptFile }) {
  const t = useTexts(recordTexts)
  const renaming = useWrite('renameFile', { changes: ['listFilesOfPatient'], said: () => t.renamed })
  const form = useForm({
    initial: { name },
    check: draft => issuesOf(INPUT, { id, name: draft.name.trim() }),
    send: draft => renaming.mutateAsync({ id, name: draft.name.trim() }),
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <form {...form.props} aria-label={t.rename}>
      <Group gap="sm" align="flex-end">
        <TextInput
          dir="auto"
          label={t.name}
          maxLength={200}
          value={form.values.name}
          error={errorAt('/name')}
          onChange={event => form.set({ name: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={form.pending} disabled={!form.edited}>
          {t.rename}
        </Button>
      </Group>
      <ProblemNotice error={form.error} />
    </form>
  )
}
