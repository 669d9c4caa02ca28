import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useWait } from '../../ui/wait.ts'
import { login } from './texts.ts'

/** What was typed stays after a refusal, save the password, which the browser's keeper fills in again. */
export function CredentialsForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(login)
  const password = useRef<HTMLInputElement>(null)
  const attempt = useMutation({
    mutationFn: (credentials: Input<'logIn'>) => ask('logIn', credentials),
    onSuccess: onDone,
    onError: () => password.current?.select(),
  })
  const wait = useWait(attempt.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (wait === 0) attempt.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
  }
  return (
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
        <SecretInput
          ref={password}
          name="password"
          autoComplete="current-password"
          label={t.password}
          dir="ltr"
          required
          withAsterisk={false}
        />
        <ProblemNotice error={attempt.error} own={{ unauthenticated: t.wrong, rate_limited: t.tooOften }} />
        <SubmitButton pending={attempt.isPending} wait={wait > 0 ? t.waiting(wait) : undefined}>
          {t.submit}
        </SubmitButton>
        <Group justify="center">
          <Anchor component={Link} to="/login/reset">
            {t.forgot}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
