import { Button, Group } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { checkout } from './texts.ts'

type Asked = Returned<'listDiscountApprovals'>

/** Discounts that wait for a person who may approve them: shown to those alone, above the day. */
export function WaitingDiscounts() {
  const may = useMay('discounts:approve')
  const { data = [] } = useReadAll('listDiscountApprovals', {}, may)
  return data.filter(({ allowed }) => allowed.includes('APPROVE')).map(one => <Waiting key={one.id} asked={one} />)
}

function Waiting({ asked: { id, percent, reason, patientName, askedBy } }: { asked: Asked }) {
  const t = useTexts(checkout)
  const changes = ['listDiscountApprovals', 'getDiscountApproval'] as const
  const approving = useWrite('approveDiscount', { changes, said: () => t.approvals.APPROVED })
  const declining = useWrite('declineDiscount', { changes, said: () => t.approvals.DECLINED })
  return (
    <Notice>
      <div>
        {t.asks(percent)} <Name>{patientName ?? '–'}</Name>
      </div>
      <div className="small">
        <Name>{reason}</Name> · <Name>{askedBy ?? '–'}</Name>
      </div>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" loading={approving.isPending} onClick={() => approving.mutate({ id })}>
          {t.approve}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={declining.isPending}
          onClick={() => declining.mutate({ id })}
        >
          {t.decline}
        </Button>
      </Group>
      <ProblemNotice error={approving.error ?? declining.error} />
    </Notice>
  )
}
