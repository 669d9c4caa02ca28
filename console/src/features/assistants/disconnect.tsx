import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { plainName } from '../../ui/isolated.tsx'
import { say } from '../../ui/toast.ts'
import type { Connection } from './connection-card.tsx'
import { assistants } from './texts.ts'

/** Asks for the connections anew. Whatever the focus was on may be gone then, so the heading takes it. */
function useForgetConnections() {
  const forget = useForget()
  return () => forget('listConnections', 'listClinicConnections').then(focusHeading)
}

/** Ends one connection: one's own, or any member's by those who run the clinic. */
export function Disconnect({ connection, as }: { connection: Connection; as: 'its own' | 'the clinic' }) {
  const t = useTexts(assistants)
  const { ask } = useClinicApi()
  const forget = useForgetConnections()
  const name = plainName(connection.client.name)
  const ending = useMutation({
    mutationFn: () =>
      as === 'its own'
        ? ask('disconnectAssistant', { id: connection.id })
        : ask('disconnectClinicAssistant', { id: connection.id }),
    onSuccess: () => say(t.disconnected(name)),
  })
  // The card goes with the list, so the list is asked for only when the dialog has closed.
  const act = () => ending.mutateAsync().then(() => void forget())
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open} aria-label={`${t.disconnect}: ${name}`}>
          {t.disconnect}
        </Button>
      )}
      title={t.disconnectTitle(name)}
      deed={t.disconnect}
      pending={ending.isPending}
      error={ending.error}
      act={act}
    >
      <Text>{t.disconnectLead}</Text>
    </Confirm>
  )
}

/** Ends all own connections in this clinic. */
export function DisconnectAll() {
  const t = useTexts(assistants)
  const { ask } = useClinicApi()
  const forget = useForgetConnections()
  const ending = useMutation({
    mutationFn: () => ask('disconnectAllAssistants', {}),
    onSuccess: () => say(t.allDone),
  })
  const act = () => ending.mutateAsync().then(() => void forget())
  return (
    <Confirm
      trigger={open => (
        <Button variant="default" size="sm" onClick={open}>
          {t.all}
        </Button>
      )}
      title={t.allTitle}
      deed={t.all}
      pending={ending.isPending}
      error={ending.error}
      act={act}
    >
      <Text>{t.allLead}</Text>
    </Confirm>
  )
}
