import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Approval } from '../checkout/approval.tsx'
import { quotations } from './texts.ts'

interface DiscountRefusedProps {
  patientId: string
  error: unknown
  approvalId: string | undefined
  use: (approvalId: string) => void
}

/** Why a quotation is not made or changed; for a discount above the own limit, the way to ask for an approval. */
export function DiscountRefused({ patientId, error, approvalId, use }: DiscountRefusedProps) {
  const t = useTexts(quotations)
  const [reason, setReason] = useState('')
  if (!isProblem(error, 'discount_above_limit'))
    return <ProblemNotice error={error} own={{ invalid_state_transition: t.settled }} />
  const { percent, limitPercent } = detailsOf(error)
  return (
    <Approval {...{ patientId, reason, approvalId, use }} percent={Number(percent)} limitPercent={Number(limitPercent)}>
      <TextInput
        mt="xs"
        label={t.whyDiscount(Number(percent))}
        dir="auto"
        maxLength={200}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Approval>
  )
}
