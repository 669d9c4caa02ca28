import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ask } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useWait } from '../../ui/wait.ts'
import { login } from './texts.ts'

/** The second step: six digits, which may be pasted, or a recovery code; with `confirming` in a session that goes on. */
export function CodeForm({ onDone, confirming = false }: { onDone: () => void; confirming?: boolean }) {
  const t = useTexts(login)
  const [recovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const attempt = useMutation({
    mutationFn: async (code: string) =>
      void (await (confirming ? ask('confirmIdentity', { code }) : ask('giveSecondFactor', { code }))),
    onSuccess: onDone,
    onError: () => {
      input.current?.select()
      // The login may have ended meanwhile; then it begins anew.
      void ask('getSession', {}).catch(error => isProblem(error, 'unauthenticated') && onDone())
    },
  })
  const leave = useMutation({ mutationFn: () => ask('logOut', {}), onSuccess: onDone })
  const wait = useWait(attempt.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (wait === 0) attempt.mutate(recovery ? code : code.replaceAll(/\s/g, ''))
  }
  return (
    <Entrance title={t.codeTitle} lead={recovery ? t.recoveryLead : t.codeLead}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            key={String(recovery)}
            ref={input}
            name="code"
            label={recovery ? t.recovery : t.code}
            autoComplete="one-time-code"
            inputMode={recovery ? 'text' : 'numeric'}
            spellCheck={false}
            autoCapitalize="off"
            dir="ltr"
            required
            withAsterisk={false}
            maxLength={64}
            autoFocus
          />
          <ProblemNotice
            error={attempt.error}
            own={{ unauthenticated: t.wrongCode, credential_wrong: t.wrongCode, rate_limited: t.tooOften }}
          />
          <SubmitButton pending={attempt.isPending} wait={wait > 0 ? t.waiting(wait) : undefined}>
            {t.confirm}
          </SubmitButton>
          <Group justify="space-between">
            <Anchor component="button" type="button" onClick={() => setRecovery(!recovery)}>
              {recovery ? t.useApp : t.useRecovery}
            </Anchor>
            <Anchor component="button" type="button" onClick={() => leave.mutate()}>
              {t.other}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </Entrance>
  )
}
