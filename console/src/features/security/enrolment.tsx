import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ask, type Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ui } from '../../ui/texts.ts'
import { QrCode } from './qr-code.tsx'
import { security } from './texts.ts'

interface EnrolmentProps {
  secret: Returned<'startSecondFactor'>
  onEnrolled: (codes: Returned<'confirmSecondFactor'>) => void
  onCancel: () => void
}

/** The secret goes to the phone as a picture that is drawn here; the first code shows that it has arrived. */
export function Enrolment({ secret, onEnrolled, onCancel }: EnrolmentProps) {
  const t = useTexts(security)
  const words = useTexts(ui)
  const confirming = useMutation({
    mutationFn: (code: string) => ask('confirmSecondFactor', { code }),
    onSuccess: onEnrolled,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirming.mutate(String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, ''))
  }
  const key = secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <form onSubmit={submit}>
      <Group align="flex-start" gap="xl">
        <QrCode text={secret.uri} label={t.qr} />
        <Stack className="grow" miw={240}>
          <div>
            <Text fw={600}>{t.scan}</Text>
            <Text c="dimmed">{t.scanLead}</Text>
          </div>
          <div>
            <Text size="sm" c="dimmed">
              {t.manual}
            </Text>
            <Ltr className="code key">{key}</Ltr>
          </div>
          <TextInput
            name="code"
            label={t.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            required
            withAsterisk={false}
            maxLength={12}
            maw={260}
            autoFocus
          />
          <ProblemNotice error={confirming.error} />
          <Group>
            <Button type="submit" loading={confirming.isPending}>
              {t.confirm}
            </Button>
            <Button variant="subtle" onClick={onCancel}>
              {words.cancel}
            </Button>
          </Group>
        </Stack>
      </Group>
    </form>
  )
}
