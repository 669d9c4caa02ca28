import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useSession } from '../../lib/use-session.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Section } from '../../ui/section.tsx'
import { say } from '../../ui/toast.ts'
import { useUnsavedForm } from '../../ui/unsaved.tsx'
import { sessionsKey } from './sessions-section.tsx'
import { security } from './texts.ts'

export function PasswordSection() {
  const t = useTexts(security)
  const client = useQueryClient()
  const { user } = useSession()
  const unsaved = useUnsavedForm()
  const changing = useMutation({ mutationFn: (input: Input<'changePassword'>) => ask('changePassword', input) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const onSuccess = () => {
      form.reset()
      say(t.changed)
      void client.invalidateQueries({ queryKey: sessionsKey })
    }
    changing.mutate({ current: String(given.get('current')), next: String(given.get('next')) }, { onSuccess })
  }
  return (
    <Section title={t.password} lead={t.passwordLead}>
      <form onSubmit={submit} {...unsaved}>
        <Stack maw={440}>
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <SecretInput name="current" label={t.current} autoComplete="current-password" required withAsterisk={false} />
          <SecretInput
            name="next"
            label={t.next}
            description={t.nextLead}
            autoComplete="new-password"
            minLength={12}
            required
            withAsterisk={false}
          />
          <ProblemNotice error={changing.error} own={{ credential_wrong: t.wrongCurrent, validation_failed: t.weak }} />
          <Group>
            <Button type="submit" loading={changing.isPending}>
              {t.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
