import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import type { Draft, Preview } from './draft.ts'
import { checkout } from './texts.ts'

interface ApprovalProps {
  preview: Preview
  draft: Draft
  set: (change: Partial<Draft>) => void
}

/** A discount above what the own role may give is asked for here, and used once it is approved. */
export function Approval({ preview: { patientId, limitPercent }, draft, set }: ApprovalProps) {
  const t = useTexts(checkout)
  const [askedId, setAskedId] = useState('')
  const asking = useWrite('askForDiscount', {
    changes: ['listDiscountApprovals'],
    done: ({ id }) => setAskedId(id),
  })
  const { data: asked } = useRead('getDiscountApproval', { id: askedId }, { when: askedId !== '', every: 5_000 })
  const isOf = asked !== undefined && asked.percent >= numberTyped(draft.percent)
  const isGiven = isOf && asked.state === 'APPROVED'
  useEffect(() => {
    if (isGiven && draft.approvalId !== askedId) set({ approvalId: askedId })
  }, [isGiven, askedId, draft.approvalId, set])
  const ask = () => asking.mutate({ patientId, percent: numberTyped(draft.percent), reason: draft.reason.trim() })
  if (isOf) return <Notice tone={isGiven ? 'done' : 'info'}>{t.approvals[asked.state]}</Notice>
  return (
    <>
      <Notice tone="warn">
        {t.aboveLimit(limitPercent)}
        <Group mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={asking.isPending}
            disabled={draft.reason.trim() === '' || !(numberTyped(draft.percent) > 0)}
            onClick={ask}
          >
            {t.ask}
          </Button>
        </Group>
      </Notice>
      <ProblemNotice error={asking.error} />
    </>
  )
}
