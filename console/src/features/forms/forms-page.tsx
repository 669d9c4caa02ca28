import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { ConsentDrawer } from './consent-drawer.tsx'
import { ConsentTexts } from './consent-texts-tab.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { FormsList } from './forms-list.tsx'
import { NewConsent } from './new-consent.tsx'
import { forms } from './texts.ts'
import { Unsigned } from './unsigned.tsx'

/** What patients are to sign and to fill in. */
export function FormsPage() {
  const t = useTexts(forms)
  const { open } = useDrawer()
  const mayWrite = useMay('records:write')
  const tab = useTab(t.tabs)
  const send = mayWrite && (
    <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => open('send')}>
      {t.send}
    </Button>
  )
  return (
    <Room title={t.title} lead={t.lead} actions={send}>
      <Stack gap="md">
        <RoomTabs label={t.parts} tabs={t.tabs} />
        {tab === 'unsigned' && <Unsigned />}
        {tab === 'forms' && <FormsList />}
        {tab === 'texts' && <ConsentTexts />}
        {tab === 'feedback' && <FeedbackTab />}
      </Stack>
      <UrlDrawer name="send" title={t.sendTitle}>
        {() => <NewConsent />}
      </UrlDrawer>
      <ConsentDrawer />
    </Room>
  )
}
