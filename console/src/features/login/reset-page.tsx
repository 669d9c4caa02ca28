import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { request } from '../../lib/request.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { login } from './texts.ts'

/** Asks for a link by mail; the answer is the same whether the address is known or not. */
export function ResetPage() {
  const t = useTexts(login)
  const ask = useMutation({ mutationFn: (email: string) => request('POST', '/password-resets', { email }) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask.mutate(String(new FormData(event.currentTarget).get('email')))
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
          <ProblemNotice error={ask.error} />
          {ask.isSuccess && <Notice tone="done">{t.resetSent}</Notice>}
          <SubmitButton pending={ask.isPending}>{t.resetSubmit}</SubmitButton>
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
