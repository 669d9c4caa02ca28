import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Approvals } from './approvals.tsx'
import { Builder } from './builder.tsx'
import { Remittance } from './remittance.tsx'
import { claims } from './texts.ts'
import { Worklist } from './worklist.tsx'

const PARTS = { worklist: Worklist, builder: Builder, remittance: Remittance, approvals: Approvals }

/** What insurers are asked for, what can be asked for, and what they pay. */
export function ClaimsPage() {
  const t = useTexts(claims)
  const mayPost = useMay('remittances:post')
  const mayAsk = useMay('approvals:write')
  const tabs = {
    ...{ worklist: t.worklist, builder: t.builder },
    ...(mayPost && { remittance: t.remittances }),
    ...(mayAsk && { approvals: t.approvals }),
  }
  const tab = useTab<keyof typeof PARTS>(tabs) ?? 'worklist'
  const Part = PARTS[tab]
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="md">
        <RoomTabs label={t.parts} tabs={tabs} />
        <Part />
      </Stack>
    </Room>
  )
}
