import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { OnlineLinks } from './online-links.tsx'
import { online } from './online-texts.ts'
import { Reports } from './reports.tsx'

/** What is to be seen to of e-invoices, and all links to pay by. F shows those that failed, or all again. */
export function OnlinePage() {
  const t = useTexts(online)
  const { read, write } = useUrlState()
  const mayReport = useMay('einvoices:manage')
  useRoomKeys({ f: () => write({ state: read('state') === 'FAILED' ? '' : 'FAILED' }) })
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        {mayReport && <Reports />}
        <OnlineLinks />
      </Stack>
    </Room>
  )
}
