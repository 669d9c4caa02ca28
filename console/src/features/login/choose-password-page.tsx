import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ask } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { login } from './texts.ts'

/** Where the link of the mail leads: a new password, once. */
export function ChoosePasswordPage() {
  const t = useTexts(login)
  const { token } = useParams({ from: '/reset/$token' })
  const choose = useMutation({
    mutationFn: (password: string) => ask('resetPassword', { token, password }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    choose.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  if (isProblem(choose.error, 'not_found'))
    return (
      <Entrance title={t.deadLink} lead={t.deadReset}>
        <Button component={Link} to="/login/reset" fullWidth>
          {t.newLink}
        </Button>
      </Entrance>
    )
  if (choose.isSuccess)
    return (
      <Entrance title={t.chooseTitle}>
        <Stack mt="lg">
          <Notice tone="done">{t.chosen}</Notice>
          <Button component={Link} to="/login">
            {t.toLogin}
          </Button>
        </Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.chooseTitle} lead={t.chooseLead}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <SecretInput name="password" label={t.next} autoComplete="new-password" minLength={12} required autoFocus />
          <ProblemNotice error={choose.error} own={{ validation_failed: t.weak }} />
          <SubmitButton pending={choose.isPending}>{t.choose}</SubmitButton>
          <Anchor component={Link} to="/login" ta="center">
            {t.backToLogin}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  )
}
