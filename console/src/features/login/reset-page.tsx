import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ask } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Entrance } from '../../ui/entrance.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { login } from './texts.ts'

/** Asks for a link by mail; the answer is the same whether the address is known or not. */
export function ResetPage() {
  const t = useTexts(login)
  const sending = useMutation({ mutationFn: (email: string) => ask('requestPasswordReset', { email }) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sending.mutate(String(new FormData(event.currentTarget).get('email')))
  }
  return (
    <Entrance title={t.resetTitle} lead={t.resetLead}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            label={t.email}
            dir="ltr"
            required
            withAsterisk={false}
            maxLength={254}
            autoFocus
          />
          <ProblemNotice error={sending.error} />
          {sending.isSuccess && <Notice tone="done">{t.resetSent}</Notice>}
          <SubmitButton pending={sending.isPending}>{t.resetSubmit}</SubmitButton>
          <Group justify="center">
            <Anchor component={Link} to="/login">
              {t.backToLogin}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </Entrance>
  )
}
