import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { Evidence } from '../links/evidence.tsx'
import type { Linked } from '../links/linked.ts'
import { OpenLink } from '../links/open-link.tsx'
import { SendLink } from '../links/send-link.tsx'
import { SignHere } from '../links/sign-here.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { EditOption } from './edit-option.tsx'
import { OptionCard } from './option-card.tsx'
import { PrintQuotation } from './print-quotation.tsx'
import { QUOTED, type Sheet } from './quotation-parts.tsx'
import { quotations } from './texts.ts'

/** The options that a patient is offered, side by side. */
export function QuotationPage() {
  const t = useTexts(quotations)
  const id = useRoomParam('id')
  const query = useRead('getClinicQuotation', { id })
  const isOpen = query.data?.options.some(({ allowed }) => allowed.includes('SEND')) ?? false
  return (
    <Room title={t.title} lead={t.lead} wide actions={isOpen && <Deeds />}>
      <Loaded query={query} rows={2} height={240}>
        {sheet => <Options sheet={sheet} />}
      </Loaded>
    </Room>
  )
}

function Deeds() {
  const t = useTexts(quotations)
  const { open } = useDrawer()
  useRoomKeys({ s: () => open('here') })
  return (
    <Group>
      <Button onClick={() => open('send')}>{t.send}</Button>
      <Button variant="default" onClick={() => open('here')} aria-keyshortcuts="s">
        {t.here}
      </Button>
    </Group>
  )
}

function Options({ sheet }: { sheet: Sheet }) {
  const t = useTexts(quotations)
  const { close } = useDrawer()
  const { options, patientId, patientName } = sheet
  // The link is to all that can still be signed: it is asked of one of them.
  const signable = options.find(({ allowed }) => allowed.includes('SEND')) ?? sheet
  const linked: Linked = { kind: 'QUOTATION', subjectId: signable.id, patientId, changes: QUOTED }
  return (
    <Stack gap="lg">
      <div>{patientName !== null && <PatientLink patient={{ id: patientId, name: patientName }} />}</div>
      <PrintQuotation id={sheet.id} />
      <OpenLink link={sheet.link} mayEnd={sheet.allowed.length > 0} changes={QUOTED} />
      <SimpleGrid cols={{ base: 1, md: options.length }} spacing="lg">
        {options.map(option => (
          <OptionCard key={option.id} option={option} />
        ))}
      </SimpleGrid>
      <Evidence evidence={sheet.evidence} />
      <UrlDrawer name="send" title={t.send}>
        {() => (
          <Stack>
            <Text>{t.sendLead}</Text>
            <SendLink linked={linked} />
          </Stack>
        )}
      </UrlDrawer>
      <UrlDrawer name="here" title={t.here}>
        {() => <SignHere linked={linked} />}
      </UrlDrawer>
      {options.map(option => (
        <UrlDrawer key={option.id} name={option.id} title={t.titleOf(option.optionLabel ?? '')}>
          {() => (
            <AsOpened of={option}>{one => <EditOption option={one} patientId={patientId} close={close} />}</AsOpened>
          )}
        </UrlDrawer>
      ))}
    </Stack>
  )
}
