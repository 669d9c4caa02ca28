import { Stack } from '@mantine/core'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Aging } from './aging.tsx'
import { Invoices } from './invoices.tsx'
import { online } from './online-texts.ts'
import { Payments } from './payments.tsx'
import { money } from './texts.ts'

/** What patients are billed, and what they pay. */
export function MoneyPage() {
  const t = useTexts(money)
  const o = useTexts(online)
  const { clinicId } = useClinicApi()
  const tabs = { invoices: t.invoices, payments: t.payments, aging: t.aging }
  const tab = useTab<'invoices' | 'payments' | 'aging'>(tabs)
  return (
    <Room
      title={t.title}
      lead={t.lead}
      actions={
        <LinkButton variant="default" href={hrefOf(clinicId, 'moneyOnline', {})}>
          {o.title}
        </LinkButton>
      }
    >
      <Stack gap="md">
        <RoomTabs label={t.parts} tabs={tabs} />
        {tab === 'aging' ? <Aging /> : tab === 'payments' ? <Payments /> : <Invoices />}
      </Stack>
    </Room>
  )
}
