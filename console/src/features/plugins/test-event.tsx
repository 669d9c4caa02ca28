import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { accessTexts } from './access-texts.ts'

/** Sends the example of an event, and leads to what came of it. */
export function TestEvent({ endpoint }: { endpoint: Returned<'listPluginEndpoints'> }) {
  const t = useTexts(accessTexts)
  const { clinicId } = useClinicApi()
  const [type, setType] = useState(endpoint.events[0] ?? '')
  const sending = useWrite('sendPluginTestEvent', { changes: ['listDeliveries'], said: () => t.testSent })
  const eventType = EVENT_TYPES.find(one => one === type)
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <NativeSelect
          size="sm"
          label={t.testEvent}
          data={[...endpoint.events]}
          value={type}
          onChange={event => setType(event.currentTarget.value)}
        />
        <Button
          variant="default"
          size="sm"
          loading={sending.isPending}
          onClick={() => sending.mutate({ id: endpoint.id, eventType })}
        >
          {t.test}
        </Button>
      </Group>
      {sending.data && (
        <Anchor component={Link} to={hrefOf(clinicId, 'event', { id: sending.data.eventId })} size="sm">
          {t.seeDeliveries}
        </Anchor>
      )}
      <ProblemNotice error={sending.error} />
    </Stack>
  )
}
