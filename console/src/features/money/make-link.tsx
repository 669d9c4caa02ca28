import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SendingWay, sentBy } from '../links/sending-way.tsx'
import { Part } from './money-parts.tsx'
import { online } from './online-texts.ts'
import { ONLINE, useLinkRefused } from './use-online.ts'
import { useRefused } from './use-paid.ts'

/** Makes a link over all that is left, and sends it; the form is opened, for most pay at the desk. */
export function MakeLink({ invoice }: { invoice: Returned<'getClinicInvoice'> }) {
  const t = useTexts(online)
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <LinkForm invoice={invoice} />
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.makeLink}
      </Button>
    </Group>
  )
}

function LinkForm({ invoice: { id: invoiceId, patientId } }: { invoice: Returned<'getClinicInvoice'> }) {
  const t = useTexts(online)
  const [way, choose] = useState('sms')
  const making = useWrite('createClinicOnlinePayment', {
    changes: [...ONLINE, 'listMessagesOfPatient'],
    said: ({ sentAt }) => (sentAt === null ? t.isMade : t.sent),
  })
  const own = { ...useRefused(making.error), ...useLinkRefused() }
  return (
    <Part title={t.makeLink}>
      <Stack gap="sm">
        <OpenLinks invoiceId={invoiceId} />
        <SendingWay patientId={patientId} way={way} choose={choose} />
        <ProblemNotice error={making.error} own={own} />
        <Group>
          <Button loading={making.isPending} onClick={() => making.mutate({ invoiceId, ...sentBy(way) })}>
            {way === 'none' ? t.make : t.send}
          </Button>
        </Group>
      </Stack>
    </Part>
  )
}

/** The links that are there already. */
function OpenLinks({ invoiceId }: { invoiceId: string }) {
  const { data } = useReadPages('listClinicOnlinePayments', cursor => ({ invoiceId, cursor }))
  const open = (data?.pages ?? []).flatMap(page => page.data).filter(({ allowed }) => allowed.includes('SEND'))
  return open.map(
    ({ id, paymentLink }) =>
      paymentLink !== null && (
        <Group key={id} gap="sm">
          <Ltr className="code small">{paymentLink}</Ltr>
          <CopyButton text={paymentLink} />
        </Group>
      ),
  )
}
