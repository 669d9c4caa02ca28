import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ask } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { nameOf, type Session, sessionQuery } from '../../lib/session.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useWait } from '../../ui/wait.ts'
import { login } from './texts.ts'

/** The password, then a code where there is a second factor. */
export function Proof({ before, onProved }: { before: Session; onProved: () => void }) {
  const t = useTexts(login)
  const { language } = useLanguage()
  const client = useQueryClient()
  const [byCode, setByCode] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { user } = before
  const proof = useMutation({
    mutationFn: (given: string) =>
      byCode
        ? ask('giveSecondFactor', { code: given.replaceAll(/\s/g, '') })
        : ask('logIn', { email: user.email, password: given }),
    onSuccess: async ({ state }) => {
      setByCode(state === 'second_factor')
      if (state === 'second_factor') return
      client.setQueryData(sessionQuery.queryKey, await ask('getSession', {}))
      onProved()
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
    },
    onError: async () => {
      field.current?.select()
      // The half of a login may have ended too; then it begins anew.
      if (byCode) await ask('getSession', {}).catch(error => setByCode(!isProblem(error, 'unauthenticated')))
    },
  })
  const wait = useWait(proof.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (wait === 0) proof.mutate(String(new FormData(event.currentTarget).get('proof')))
  }
  const input = { ref: field, name: 'proof', dir: 'ltr', required: true, withAsterisk: false } as const
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{byCode ? t.codeOrRecoveryLead : t.endedLead(nameOf(language, user))}</Text>
        {byCode ? (
          <TextInput {...input} key="code" label={t.code} autoComplete="one-time-code" maxLength={64} autoFocus />
        ) : (
          <>
            <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
            <SecretInput {...input} label={t.password} autoComplete="current-password" autoFocus />
          </>
        )}
        <ProblemNotice
          error={proof.error}
          own={{ unauthenticated: byCode ? t.wrongCode : t.wrongPassword, rate_limited: t.tooOften }}
        />
        <SubmitButton pending={proof.isPending} wait={wait > 0 ? t.waiting(wait) : undefined}>
          {byCode ? t.confirm : t.submit}
        </SubmitButton>
        <Group justify="center">
          <Anchor href="/login">{t.other}</Anchor>
        </Group>
      </Stack>
    </form>
  )
}
