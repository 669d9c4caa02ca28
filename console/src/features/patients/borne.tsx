import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Ltr } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Fact } from './facts.tsx'
import { insuranceTexts } from './insurance-texts.ts'

type Cover = NonNullable<Returned<'getCoverage'>['cover']>

/** The share, its limits, and whether it asks for approvals. */
export function Borne({
  percentage,
  limit,
  maxLimit,
  approvalRequired,
}: Pick<Cover, 'percentage' | 'limit' | 'maxLimit' | 'approvalRequired'>) {
  const t = useTexts(insuranceTexts)
  return (
    <>
      <Fact title={t.share}>
        <Ltr>{percentage ?? 0} %</Ltr>
      </Fact>
      <Fact title={t.limit}>{limit === null ? t.unlimited : <InCurrency amount={limit} />}</Fact>
      <Fact title={t.maxLimit}>{maxLimit === null ? null : <InCurrency amount={maxLimit} />}</Fact>
      <Fact title={t.approval}>{approvalRequired ? t.approvalRequired : null}</Fact>
    </>
  )
}

/** An amount in the currency of the clinic. */
export function InCurrency({ amount }: { amount: number }) {
  const { data: workplace } = useRead('getWorkplace', {})
  return workplace ? <Money amount={amount} currency={workplace.currency} /> : null
}
