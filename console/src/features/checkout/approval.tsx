import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { checkout } from './texts.ts'

interface ApprovalProps {
  patientId: string
  limitPercent: number
  /** How much is to be taken off, and why. */
  percent: number
  reason: string
  /** The approval that is used already. */
  approvalId: string | undefined
  use: (approvalId: string) => void
  /** What is said before it is asked for. */
  children?: ReactNode
}

/** A discount above what the own role may give is asked for here, and used once it is approved. */
export function Approval({ patientId, limitPercent, percent, reason, approvalId, use, children }: ApprovalProps) {
  const t = useTexts(checkout)
  const [askedId, setAskedId] = useState('')
  const asking = useWrite('askForDiscount', {
    changes: ['listDiscountApprovals'],
    done: ({ id }) => setAskedId(id),
  })
  const { data: asked } = useRead('getDiscountApproval', { id: askedId }, { when: askedId !== '', every: 5_000 })
  const isOf = asked !== undefined && asked.percent >= percent
  const isGiven = isOf && asked.state === 'APPROVED'
  useEffect(() => {
    if (isGiven && approvalId !== askedId) use(askedId)
  }, [isGiven, askedId, approvalId, use])
  if (isOf) return <Notice tone={isGiven ? 'done' : 'info'}>{t.approvals[asked.state]}</Notice>
  return (
    <>
      <Notice tone="warn">
        {t.aboveLimit(limitPercent)}
        {children}
        <Group mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={asking.isPending}
            disabled={reason.trim() === '' || !(percent > 0)}
            onClick={() => asking.mutate({ patientId, percent, reason: reason.trim() })}
          >
            {t.ask}
          </Button>
        </Group>
      </Notice>
      <ProblemNotice error={asking.error} />
    </>
  )
}
