import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { stopTexts } from './stop-texts.ts'
import { STOPPING } from './stopping.ts'

/** Stops every plugin of the clinic: quick, and taken back by Start again. */
export function StopAll() {
  const t = useTexts(stopTexts)
  const [reason, setReason] = useState('')
  const stopping = useWrite('stopPlugins', { changes: STOPPING, said: () => t.stopped })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open}>
          {t.stopAll}
        </Button>
      )}
      title={t.stopTitle}
      deed={t.stopAll}
      pending={stopping.isPending}
      error={stopping.error}
      act={() => stopping.mutateAsync(reason.trim() ? { reason: reason.trim() } : {})}
    >
      <Stack>
        <Text>{t.stopLead}</Text>
        <TextInput
          label={t.reason}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}
