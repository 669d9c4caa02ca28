import { INPUT as ADDED } from 'virtual:staff-input/addReminderRule'
import { INPUT as CHANGED } from 'virtual:staff-input/updateReminderRule'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { NEW_REMINDER, type Rule, reminderDraft, reminderOf } from './reminder-draft.ts'
import { ReminderFields } from './reminder-fields.tsx'
import { reminderTexts } from './reminder-texts.ts'
import { AddForm, SaveForm } from './save-form.tsx'
import { settings } from './texts.ts'
import { listShown } from './use-branch-write.ts'

/** Reminds patients from now on. */
export function NewReminder() {
  const t = useTexts(reminderTexts)
  const { saved } = useTexts(settings)
  const { close } = useDrawer()
  const adding = useWrite('addReminderRule', { changes: ['listReminderRules'], said: () => saved })
  const form = useForm({
    initial: NEW_REMINDER,
    check: draft => issuesOf(ADDED, reminderOf(draft)),
    send: draft => adding.mutateAsync(reminderOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form} inUse={t.most}>
      <ReminderFields values={form.values} set={form.set} errorAt={errorAt} />
    </AddForm>
  )
}

/** Changes a reminder; below it what it says next. */
export function EditReminder({ rule }: { rule: Rule }) {
  const t = useTexts(reminderTexts)
  const { saved } = useTexts(settings)
  const { id, version, problem } = rule
  const [initial] = useState(() => reminderDraft(rule))
  const saving = useWrite('updateReminderRule', {
    changes: ['listReminderRules', 'previewReminderRule'],
    said: () => saved,
    of: { version, words: { fields: t.fields, shown: listShown } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...reminderOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...reminderOf(draft) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <Stack>
      {problem !== null && <Notice tone="warn">{t.problems[problem]}</Notice>}
      <SaveForm form={form}>
        <ReminderFields values={form.values} set={form.set} errorAt={errorAt} />
      </SaveForm>
      <Preview id={id} />
    </Stack>
  )
}

function Preview({ id }: { id: string }) {
  const t = useTexts(reminderTexts)
  const preview = useRead('previewReminderRule', { id })
  return (
    <section aria-label={t.preview}>
      <Text fw={600}>{t.preview}</Text>
      <Loaded query={preview} rows={1} height={60}>
        {({ text, tomorrow }) => (
          <>
            {text === null ? (
              <Text c="dimmed">{t.noNext}</Text>
            ) : (
              <Text className="name" dir="auto">
                {text}
              </Text>
            )}
            <Text size="sm">{t.tomorrow(tomorrow)}</Text>
          </>
        )}
      </Loaded>
    </section>
  )
}
