import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { claims } from './texts.ts'

export type Claim = Returned<'listClinicClaims'>
export type Sheet = Returned<'getClinicClaim'>

/** The operations whose answers change with a claim. */
export const CLAIMED = [
  ...(['listClinicClaims', 'getClinicClaim', 'getBillable', 'getOpenItems', 'getAging'] as const),
  ...(['listClinicInvoices', 'getClinicInvoice'] as const),
]

/** An amount in the currency of the clinic. */
export function Amount({ of }: { of: number }) {
  const { data: workplace } = useRead('getWorkplace', {})
  return workplace && <Money amount={of} currency={workplace.currency} />
}

const TONES = { PLANNING: 'quiet', IN_REVIEW: 'warn', PARTIALLY_CLAIMED: 'warn', FULLY_CLAIMED: undefined } as const

/** How far a claim has come, and whether the insurer answered otherwise than was asked. */
export function State({ of: { status, mismatch } }: { of: Pick<Claim, 'status' | 'mismatch'> }) {
  const t = useTexts(claims)
  return (
    <>
      <span className="tag" data-tone={TONES[status]}>
        {t.states[status]}
      </span>{' '}
      {mismatch && (
        <span className="tag" data-tone="danger">
          {t.mismatch}
        </span>
      )}
    </>
  )
}

/** Whose an invoice is; of one who is not shown, that it is of one. */
export function Whose({ name }: { name: string | null }) {
  const t = useTexts(claims)
  return name === null ? t.hidden : <Name>{name}</Name>
}

/** The insurers as a choice that stands in the address. */
export function useInsurerFilter(none: string) {
  const t = useTexts(claims)
  const { data = [] } = useReadAll('listInsurers', {})
  const options = data.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return { name: 'insurer', label: t.filters.insurer, options: [{ value: '', label: none }, ...options] }
}

/** The insurer that the address names; none where the clinic knows none by that. */
export function useInsurer(): string {
  const { read } = useUrlState()
  const { data = [] } = useReadAll('listInsurers', {})
  return data.find(({ id }) => id === read('insurer'))?.id ?? ''
}
