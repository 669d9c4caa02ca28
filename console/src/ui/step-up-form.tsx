import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ask } from '../lib/api.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { sessionQuery } from '../lib/session.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { SecretInput } from './secret-input.tsx'
import { stepUp } from './step-up-texts.ts'
import { SubmitButton } from './submit-button.tsx'
import { ui } from './texts.ts'
import { useWait } from './wait.ts'

/** A question to the person who works, and what becomes of it. */
export interface Asked {
  confirm(): void
  dismiss(): void
}

/** The code of the second factor, or the password where there is none. */
export function StepUpForm({ asked }: { asked: Asked }) {
  const t = useTexts(stepUp)
  const words = useTexts(ui)
  const { data: session } = useQuery(sessionQuery)
  const byCode = session?.user.secondFactorEnrolled === true
  const proof = useMutation({
    mutationFn: (given: string) => ask('confirmIdentity', byCode ? { code: given } : { password: given }),
    onSuccess: asked.confirm,
  })
  const wait = useWait(proof.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (wait === 0) proof.mutate(String(new FormData(event.currentTarget).get('proof')))
  }
  const field = { name: 'proof', dir: 'ltr', required: true, withAsterisk: false, autoFocus: true } as const
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{byCode ? t.leadCode : t.leadPassword}</Text>
        {byCode ? (
          <TextInput {...field} label={t.code} autoComplete="one-time-code" maxLength={64} />
        ) : (
          <SecretInput {...field} label={t.password} autoComplete="current-password" />
        )}
        <ProblemNotice error={proof.error} />
        <SubmitButton pending={proof.isPending} wait={wait > 0 ? words.inSeconds(wait) : undefined}>
          {t.confirm}
        </SubmitButton>
        <Group justify="center">
          <Button variant="subtle" onClick={asked.dismiss}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
