import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { money } from './texts.ts'

type Invoice = Returned<'listClinicInvoices'>
type Payment = Returned<'listClinicPayments'>

/** An amount in the currency of the clinic. */
export function Amount({ of }: { of: number }) {
  const { data: workplace } = useRead('getWorkplace', {})
  return workplace && <Money amount={of} currency={workplace.currency} />
}

/** Whose it is; of one who is not shown, that it is of one. */
export function Whose({ of: { patientName, fileNumber } }: { of: Pick<Invoice, 'patientName' | 'fileNumber'> }) {
  const t = useTexts(money)
  if (patientName === null) return t.hidden
  return (
    <>
      <Name>{patientName}</Name> {fileNumber !== null && <Ltr className="small">{fileNumber}</Ltr>}
    </>
  )
}

const TONES = { DRAFT: 'quiet', OPEN: 'warn', PAID: undefined, VOID: 'quiet' } as const

/** How far an invoice has come. */
export function State({ of }: { of: Invoice['state'] }) {
  const t = useTexts(money)
  return (
    <span className="tag" data-tone={TONES[of]}>
      {t.states[of]}
    </span>
  )
}

/** That a payment was given back. */
export function Refunded({ of: { refunded } }: { of: Pick<Payment, 'refunded'> }) {
  const t = useTexts(money)
  if (!refunded) return null
  return (
    <span className="tag" data-tone="danger">
      {t.refunded}
    </span>
  )
}

/** One matter of what opens beside the room. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}
