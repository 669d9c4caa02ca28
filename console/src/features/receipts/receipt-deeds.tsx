import { RECEIPT_LANGUAGES, RECEIPT_PAPERS } from '@clinic/contract/staff/receipts.ts'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SendLink } from '../links/send-link.tsx'
import { choiceOf, keepChoice, lastChoice, type ReceiptChoice } from './receipt-choice.ts'
import { receipts } from './texts.ts'
import { usePrinting } from './use-printing.ts'

type Invoice = Pick<Returned<'getClinicInvoice'>, 'id' | 'patientId'>

const LANGUAGES = RECEIPT_LANGUAGES.toReversed()

/** Prints the receipt of an invoice that was issued, or sends the patient a link to it; with R where a room gives it the key. */
export function ReceiptDeeds({ invoice, hasKey = false }: { invoice: Invoice; hasKey?: boolean }) {
  const t = useTexts(receipts)
  const [choice, setChoice] = useState(lastChoice)
  const [isSending, setSending] = useState(false)
  const { ask } = useClinicApi()
  const maySend = useMay('invoices:write')
  const { print, isPending, error } = usePrinting(() => ask('printReceipt', { id: invoice.id, ...choice }))
  useRoomKeys({ r: hasKey ? () => void print() : undefined })
  const choose = (changes: Partial<Record<keyof ReceiptChoice, string>>) => {
    const next = choiceOf({ ...choice, ...changes })
    keepChoice(next)
    setChoice(next)
  }
  return (
    <Stack gap="sm">
      <Group align="end">
        <NativeSelect
          label={t.paper}
          data={RECEIPT_PAPERS.map(value => ({ value, label: t.papers[value] }))}
          value={choice.paper}
          onChange={event => choose({ paper: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.language}
          data={LANGUAGES.map(value => ({ value, label: t.languages[value] }))}
          value={choice.language}
          onChange={event => choose({ language: event.currentTarget.value })}
        />
        <Button
          variant="default"
          loading={isPending}
          onClick={() => void print()}
          {...(hasKey && { 'aria-keyshortcuts': 'r' })}
        >
          {t.print}
        </Button>
        {maySend && (
          <Button variant="default" aria-expanded={isSending} onClick={() => setSending(!isSending)}>
            {t.send}
          </Button>
        )}
      </Group>
      <ProblemNotice error={error} />
      {isSending && (
        <SendLink
          linked={{ kind: 'RECEIPT', subjectId: invoice.id, patientId: invoice.patientId, changes: ['printReceipt'] }}
        />
      )}
    </Stack>
  )
}
