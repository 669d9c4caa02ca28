import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { BrokenDays } from './broken-days.tsx'
import { Exports } from './exports.tsx'
import { NewExport } from './new-export.tsx'
import { Records } from './records.tsx'
import { Seals } from './seals.tsx'
import { audit } from './texts.ts'
import { VerifyNow } from './verify-now.tsx'

/** Who read and changed what in the clinic, and what proves it. */
export function AuditPage() {
  const t = useTexts(audit)
  const drawer = useDrawer()
  const tabs = { records: t.records, seals: t.seals, exports: t.exports }
  const tab = useTab(tabs)
  const actions = (
    <Group gap="sm">
      <VerifyNow />
      <Button size="sm" onClick={() => drawer.open('export')}>
        {t.export}
      </Button>
    </Group>
  )
  return (
    <Room title={t.title} lead={t.lead} actions={actions}>
      <Stack gap="md">
        <BrokenDays />
        <RoomTabs label={t.parts} tabs={tabs} />
        {tab === 'records' && <Records />}
        {tab === 'seals' && <Seals />}
        {tab === 'exports' && <Exports />}
      </Stack>
      <UrlDrawer name="export" title={t.exportTitle}>
        {() => <NewExport />}
      </UrlDrawer>
    </Room>
  )
}
