import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createContext, type FormEvent, type ReactNode, use, useCallback, useState } from 'react'
import { ask } from '../lib/api.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { Dismissed, isProblem } from '../lib/problem.ts'
import { sessionQuery } from '../lib/session.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { SecretInput } from './secret-input.tsx'
import { stepUp } from './step-up-texts.ts'
import { SubmitButton } from './submit-button.tsx'
import { ui } from './texts.ts'
import { useWait } from './wait.ts'

interface Asked {
  confirm(): void
  dismiss(): void
}

const Confirming = createContext<() => Promise<void>>(() => Promise.reject(new Dismissed()))

/** Holds the dialog in which one proves again who one is, over whatever room asked for it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const confirmIdentity = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        setAsked({ confirm: resolve, dismiss: () => reject(new Dismissed()) })
      }).finally(() => setAsked(undefined)),
    [],
  )
  return (
    <Confirming value={confirmIdentity}>
      {children}
      <StepUpDialog asked={asked} />
    </Confirming>
  )
}

/**
 * Does what may ask for the password or second factor anew: where it does, the dialog opens, and then it is done again.
 * Rejects with Dismissed where the dialog was closed.
 */
export function useConfirmed() {
  const confirmIdentity = use(Confirming)
  return async function confirmed<Value>(act: () => Promise<Value>, code = 'step_up_required'): Promise<Value> {
    try {
      return await act()
    } catch (error) {
      if (!isProblem(error, code)) throw error
    }
    await confirmIdentity()
    return act()
  }
}

function StepUpDialog({ asked }: { asked: Asked | undefined }) {
  const t = useTexts(stepUp)
  const words = useTexts(ui)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.dismiss()}
      title={t.title}
      closeButtonProps={{ 'aria-label': words.close }}
      zIndex={400}
    >
      {asked && <StepUpForm asked={asked} />}
    </Modal>
  )
}

function StepUpForm({ asked }: { asked: Asked }) {
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
  const field = { name: 'proof', dir: 'ltr', required: true, withAsterisk: false, 'data-autofocus': true } as const
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
