import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SendingWay, sentBy } from '../links/sending-way.tsx'
import { Fact, Facts } from '../patients/facts.tsx'
import { Amount, Whose } from './money-parts.tsx'
import { type OnlineEntry, OnlineState } from './online-parts.tsx'
import { online } from './online-texts.ts'
import { reporting } from './report-texts.ts'
import { money } from './texts.ts'
import { ONLINE, useLinkRefused } from './use-online.ts'

/** A link: how it stands, in words, and what can be done with it. */
export function OnlineLink({ link }: { link: OnlineEntry }) {
  const t = useTexts(online)
  const r = useTexts(reporting)
  const m = useTexts(money)
  const { clinicId } = useClinicApi()
  const { invoiceId, invoiceNumber, state, status, closedReason, expiresAt, sentAt, paymentLink, allowed } = link
  return (
    <Stack gap="lg">
      {state === 'FAILED' && <Text>{status === 'SUCCESS' ? t.failedRefund : t.failedPayment}</Text>}
      {state === 'PAID' && link.refundAskedAt !== null && <Text>{t.refunding}</Text>}
      <Facts>
        <Fact title={m.patient} wide>
          <Whose of={link} />
        </Fact>
        <Fact title={m.amount}>
          <Amount of={link.amount} />
        </Fact>
        <Fact title={t.state}>
          <OnlineState of={state} />
        </Fact>
        <Fact title={t.closed}>{closedReason === null ? null : t.ends[closedReason]}</Fact>
        <Fact title={t.sentAt}>{sentAt === null ? t.notSent : <Moment at={sentAt} />}</Fact>
        <Fact title={t.expiresAt}>
          {expiresAt === null || !allowed.includes('SEND') ? null : <Moment at={expiresAt} />}
        </Fact>
      </Facts>
      {paymentLink !== null && allowed.includes('SEND') && (
        <Group gap="sm" aria-label={t.copy}>
          <Ltr className="code small">{paymentLink}</Ltr>
          <CopyButton text={paymentLink} />
        </Group>
      )}
      {allowed.includes('SEND') && <SendAgain link={link} />}
      <Group gap="sm">
        {allowed.includes('CANCEL') && <CloseLink id={link.id} />}
        {allowed.includes('REFUND') && <RefundLink id={link.id} />}
        <LinkButton variant="default" href={`${hrefOf(clinicId, 'money')}?open=${invoiceId}`}>
          {r.openInvoice(invoiceNumber ?? 0)}
        </LinkButton>
      </Group>
    </Stack>
  )
}

function SendAgain({ link: { id, patientId, sentAt } }: { link: OnlineEntry }) {
  const t = useTexts(online)
  const [way, choose] = useState('sms')
  const sending = useWrite('sendOnlinePayment', { changes: [...ONLINE, 'listMessagesOfPatient'], said: () => t.sent })
  const own = useLinkRefused()
  const { channel, templateId } = sentBy(way)
  const send = () =>
    channel !== 'none' && sending.mutate({ id, channel, ...(templateId !== undefined && { templateId }) })
  return (
    <Stack gap="sm">
      <SendingWay patientId={patientId ?? ''} way={way} choose={choose} ways={['sms', 'email']} />
      <ProblemNotice error={sending.error} own={own} />
      <Group>
        <Button loading={sending.isPending} onClick={send}>
          {sentAt === null ? t.send : t.resend}
        </Button>
      </Group>
    </Stack>
  )
}

function CloseLink({ id }: { id: string }) {
  const t = useTexts(online)
  const { mutateAsync, isPending, error } = useWrite('cancelOnlinePayment', {
    changes: ONLINE,
    said: () => t.isClosed,
  })
  return (
    <NoteDialog
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.close}
        </Button>
      )}
      title={t.closeTitle}
      lead={t.closeLead}
      note={t.reason}
      missing={t.reasonMissing}
      deed={t.close}
      isDanger
      pending={isPending}
      error={error}
      own={useLinkRefused()}
      act={({ note = '' }) => mutateAsync({ id, reason: note })}
    />
  )
}

function RefundLink({ id }: { id: string }) {
  const t = useTexts(online)
  const { mutateAsync, isPending, error } = useWrite('refundOnlinePayment', { changes: ONLINE, said: () => t.isAsked })
  return (
    <NoteDialog
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.refund}
        </Button>
      )}
      title={t.refundTitle}
      lead={t.refundLead}
      note={t.reason}
      missing={t.reasonMissing}
      deed={t.refund}
      isDanger
      pending={isPending}
      error={error}
      own={useLinkRefused()}
      act={({ note = '' }) => mutateAsync({ id, reason: note })}
    />
  )
}
