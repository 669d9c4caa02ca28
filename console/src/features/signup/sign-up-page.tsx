import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Entrance } from '../../ui/entrance.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useWait } from '../../ui/wait.ts'
import { login } from '../login/texts.ts'
import { signUpTexts } from './texts.ts'

/** Asks for a link by mail; the answer is the same whether the address is known or not. */
export function SignUpPage() {
  const t = useTexts(signUpTexts)
  const asking = useMutation({ mutationFn: (input: Input<'registerPublisher'>) => ask('registerPublisher', input) })
  return (
    <Entrance title={t.title} lead={t.lead}>
      <Stack gap="lg">
        {asking.isSuccess ? (
          <>
            <Notice tone="done">{t.sent(asking.variables.email)}</Notice>
            <Button variant="default" onClick={asking.reset}>
              {t.another}
            </Button>
          </>
        ) : (
          <AskForm asking={asking} />
        )}
        <Group justify="center">
          <Anchor component={Link} to="/login">
            {t.haveLogin}
          </Anchor>
        </Group>
      </Stack>
    </Entrance>
  )
}

interface AskFormProps {
  asking: { mutate: (input: Input<'registerPublisher'>) => void; error: unknown; isPending: boolean }
}

function AskForm({ asking }: AskFormProps) {
  const t = useTexts(signUpTexts)
  const words = useTexts(login)
  const wait = useWait(asking.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const input = { name: String(given.get('name')).trim(), email: String(given.get('email')).trim() }
    if (wait === 0) asking.mutate(input)
  }
  const field = { required: true, withAsterisk: false } as const
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput {...field} name="name" label={t.name} autoComplete="name" maxLength={200} autoFocus />
        <TextInput
          {...field}
          name="email"
          type="email"
          label={t.email}
          autoComplete="username"
          dir="ltr"
          maxLength={254}
        />
        <ProblemNotice error={asking.error} own={{ not_found: t.closed }} />
        <SubmitButton pending={asking.isPending} wait={wait > 0 ? words.waiting(wait) : undefined}>
          {t.send}
        </SubmitButton>
      </Stack>
    </form>
  )
}
