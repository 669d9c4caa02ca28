import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { Pages } from '../../ui/pages.tsx'
import { Section } from '../../ui/section.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { LabOrders } from './lab-orders.tsx'
import { OrderForm } from './order-form.tsx'
import { labs } from './texts.ts'

/** The work that labs make for a patient, newest first, and where more is ordered. */
export function LabsTab({ id }: { id: string }) {
  const t = useTexts(labs)
  const { open, close } = useDrawer()
  const pages = useReadPages('listClinicLabOrders', cursor => ({ patientId: id, cursor }))
  return (
    <Section title={t.title}>
      <Stack>
        <Group>
          <Button variant="default" onClick={() => open('lab')}>
            {t.order}
          </Button>
        </Group>
        <Pages query={pages} height={120}>
          {orders => (orders.length === 0 ? <Text c="dimmed">{t.none}</Text> : <LabOrders orders={orders} />)}
        </Pages>
      </Stack>
      <UrlDrawer name="lab" title={t.order}>
        {() => <OrderForm patientId={id} done={close} />}
      </UrlDrawer>
    </Section>
  )
}
