import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { accessTexts } from './access-texts.ts'

/** How many hours the old key goes on working. */
const HOURS = ['0', '1', '24', '72', '168']

interface ReplaceKeyProps {
  pending: boolean
  error: unknown
  act: (overlapHours: number) => void
}

/** Puts another key in the place of one, from the clinic's side or the publisher's. */
export function ReplaceKey({ pending, error, act }: ReplaceKeyProps) {
  const t = useTexts(accessTexts)
  const [hours, setHours] = useState('24')
  return (
    <Stack gap="sm">
      <Text>{t.rotateLead}</Text>
      <Group align="flex-end">
        <NativeSelect
          size="md"
          label={t.overlap}
          data={HOURS}
          value={hours}
          onChange={event => setHours(event.currentTarget.value)}
        />
        <Button variant="default" loading={pending} onClick={() => act(Number(hours))}>
          {t.rotate}
        </Button>
      </Group>
      <ProblemNotice error={error} />
    </Stack>
  )
}

interface RevokeKeyProps {
  pending: boolean
  error: unknown
  act: () => Promise<unknown>
}

/** Ends a key. */
export function RevokeKey({ pending, error, act }: RevokeKeyProps) {
  const t = useTexts(accessTexts)
  return (
    <Group>
      <Confirm
        trigger={open => (
          <Button variant="light" color="red" onClick={open}>
            {t.revoke}
          </Button>
        )}
        title={t.revokeTitle}
        deed={t.revoke}
        pending={pending}
        error={error}
        act={act}
      >
        <Text>{t.revokeLead}</Text>
      </Confirm>
    </Group>
  )
}
