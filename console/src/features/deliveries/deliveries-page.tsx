import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { Recover } from './recover.tsx'
import { deliveryTexts } from './texts.ts'

/** What was sent to the plugins of the clinic, as it happens, and how what was missed is sent again. */
export function DeliveriesPage() {
  const t = useTexts(deliveryTexts)
  const drawer = useDrawer()
  return (
    <Room
      title={t.title}
      lead={t.lead}
      actions={
        <Button size="sm" variant="default" onClick={() => drawer.open('recover')}>
          {t.recover}
        </Button>
      }
    >
      <FindEvent />
      <DeliveryList />
      <UrlDrawer name="recover" title={t.recoverTitle}>
        {() => <Recover />}
      </UrlDrawer>
    </Room>
  )
}

/** Opens an event by its id, as a developer names it. */
function FindEvent() {
  const t = useTexts(deliveryTexts)
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() !== '') void navigate({ to: hrefOf(clinicId, 'event', { id: id.trim() }) })
  }
  return (
    <form onSubmit={open}>
      <Group gap="xs" mb="sm">
        <TextInput
          size="sm"
          dir="ltr"
          aria-label={t.eventId}
          placeholder="evt_…"
          maxLength={64}
          value={id}
          onChange={event => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default">
          {t.openEvent}
        </Button>
      </Group>
    </form>
  )
}
