import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ask, type Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Ltr, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { login } from '../login/texts.ts'
import { signUpTexts } from './texts.ts'

type Registration = Returned<'getRegistration'>

/** Where the link of the mail leads: a password, and on to the own publisher. */
export function ConfirmPage() {
  const t = useTexts(signUpTexts)
  const { token } = useParams({ from: '/signup/$token' })
  const registration = useQuery({
    queryKey: ['registration', token],
    queryFn: ({ signal }) => ask('getRegistration', { token }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (registration.data) return <Choose token={token} registration={registration.data} />
  if (isProblem(registration.error, 'not_found', 'validation_failed'))
    return (
      <Entrance title={t.dead} lead={t.deadLead}>
        <Button component={Link} to="/signup" fullWidth>
          {t.newLink}
        </Button>
      </Entrance>
    )
  return (
    <Entrance title={t.title}>
      <Loaded query={registration}>{() => null}</Loaded>
    </Entrance>
  )
}

/** Makes the login and logs in with it; where that does not work, the login page is there still. */
function useConfirming(token: string, email: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (password: string) => {
      await ask('confirmRegistration', { token, password })
      return ask('logIn', { email, password }).then(
        () => true,
        () => false,
      )
    },
    onSuccess: async isIn => {
      if (!isIn) return
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      void navigate({ to: '/publisher', replace: true })
    },
  })
}

function Choose({ token, registration: { email, name } }: { token: string; registration: Registration }) {
  const t = useTexts(signUpTexts)
  const words = useTexts(login)
  const confirming = useConfirming(token, email)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirming.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  if (confirming.data === false)
    return (
      <Entrance title={t.welcome(plainName(name))}>
        <Stack mt="lg">
          <Notice tone="done">{t.made}</Notice>
          <Button component={Link} to="/login">
            {t.toLogin}
          </Button>
        </Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.welcome(plainName(name))}>
      <form onSubmit={submit}>
        <Stack gap="lg" mt="md">
          <Text>
            {t.choose} <Ltr>{email}</Ltr>
          </Text>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <SecretInput
            name="password"
            label={t.password}
            description={t.passwordLead}
            autoComplete="new-password"
            minLength={12}
            required
            autoFocus
          />
          <ProblemNotice error={confirming.error} own={{ validation_failed: words.weak, not_found: t.dead }} />
          <SubmitButton pending={confirming.isPending}>{t.confirm}</SubmitButton>
        </Stack>
      </form>
    </Entrance>
  )
}
