import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { useRead } from '../../lib/use-read.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { useRefused } from '../money/use-paid.ts'
import classes from './checkout.module.css'
import { askedOf, type Draft, EMPTY, orderOf, type Preview, type TenderType, type Visit, wayOf } from './draft.ts'
import { Items } from './items.tsx'
import { Payer } from './payer.tsx'
import { Receipt } from './receipt.tsx'
import { checkout } from './texts.ts'
import { useCheckOut } from './use-check-out.ts'
import { useCheckoutKeys } from './use-checkout-keys.ts'
import { Ways } from './ways.tsx'

interface FormProps {
  visit: Visit
  patientId: string
}

/** What was done, who pays, and how; the figures are those of the clinic's preview, which the checkout is for. */
export function CheckoutForm({ visit, patientId }: FormProps) {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const set = useCallback((change: Partial<Draft>) => setDraft(before => ({ ...before, ...change })), [])
  const asked = useRead('previewCheckout', askedOf(visit, patientId, draft), { keeps: true })
  const { data: preview, error, isPlaceholderData: isStale } = asked
  const paying = useCheckOut()
  const own = useOwnWords(error)
  if (paying.receipt) return <Receipt receipt={paying.receipt} patientId={patientId} />
  if (!preview) return error ? <ProblemNotice error={error} own={own} /> : <Loading rows={3} height={160} />
  return <Known {...{ visit, patientId, draft, set, preview, isStale, paying }} problem={error} />
}

interface KnownProps extends FormProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  preview: Preview
  /** The figures for what was typed last are on their way. */
  isStale: boolean
  paying: ReturnType<typeof useCheckOut>
  problem: unknown
}

function Known({ visit, patientId, draft, set, preview, isStale, paying, problem }: KnownProps) {
  const t = useTexts(checkout)
  const own = useOwnWords(paying.error ?? problem)
  const isNothing = preview.lines.length === 0
  const isBlocked = isNothing || problem !== null || paying.isPending
  const take = usePatiently(isStale, () => {
    if (!isBlocked) void paying.send(orderOf(visit, patientId, draft, preview))
  })
  const pay = (type: TenderType) =>
    set({ ways: draft.ways.map((way, at) => (at === draft.ways.length - 1 ? { ...way, type } : way)) })
  const split = () => {
    const last = draft.ways.at(-1)
    if (draft.ways.length < 6) set({ ways: [...draft.ways, wayOf(last?.type === 'CARD' ? 'CASH' : 'CARD')] })
  }
  useCheckoutKeys({ pay, link: preview.linkable ? () => pay('LINK') : undefined, split, take })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Told preview={preview} error={paying.error} />
        <div className={classes.columns}>
          <Items {...{ preview, draft, set }} />
          <Stack gap="lg">
            <Payer {...{ preview, draft, set }} />
            <Ways {...{ preview, draft, set, split }} />
            <Checkbox
              label={t.over}
              checked={draft.isOver}
              onChange={event => set({ isOver: event.currentTarget.checked })}
            />
            <ProblemNotice
              error={isProblem(paying.error, 'price_changed') ? null : (paying.error ?? problem)}
              own={own}
            />
            {paying.isChecking && <Notice>{t.checking}</Notice>}
            <Group>
              <Button type="submit" loading={paying.isPending} disabled={isNothing || problem !== null} autoFocus>
                {preview.due > 0 ? t.take : t.bill}
              </Button>
            </Group>
          </Stack>
        </div>
      </Stack>
    </form>
  )
}

/** Does it with the figures for what was typed last: where they are on their way, once they are there. */
function usePatiently(isStale: boolean, act: () => void): () => void {
  const [isMeant, setIsMeant] = useState(false)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
    if (!isMeant || isStale) return
    setIsMeant(false)
    latest.current()
  })
  return () => (isStale ? setIsMeant(true) : act())
}

/** What is to be looked at before: what the visit was billed already, what others changed, what is not signed. */
function Told({ preview, error }: { preview: Preview; error: unknown }) {
  const t = useTexts(checkout)
  const { time } = useFormats()
  const { by, at } = isProblem(error, 'price_changed') ? detailsOf(error) : {}
  const name = typeof by === 'object' && by !== null && 'name' in by ? by.name : undefined
  return (
    <>
      {isProblem(error, 'price_changed') && (
        <Notice tone="warn">
          {typeof name === 'string' && typeof at === 'string' ? t.changed(name, time(at)) : t.changedBySome}
        </Notice>
      )}
      {preview.invoices.map(({ id, number, state }) =>
        state === 'VOID' ? null : <Notice key={id}>{t.billedBefore(number)}</Notice>,
      )}
      {[...new Set(preview.warnings.map(({ code }) => code))].map(code => (
        <Notice key={code} tone="warn">
          {t.warnings[code]}
        </Notice>
      ))}
    </>
  )
}

/** What the room says of a refusal. */
function useOwnWords(error: unknown): Readonly<Record<string, string>> {
  const t = useTexts(checkout)
  const refused = useRefused(error)
  if (!isProblem(error, 'discount_above_limit')) return { ...refused, insufficient_points: t.noPoints }
  const { limitPercent, approvers } = detailsOf(error)
  const names = Array.isArray(approvers) ? approvers.flatMap((one: unknown) => nameOf(one) ?? []) : []
  const sentence = [t.aboveLimit(Number(limitPercent)), ...(names.length > 0 ? [t.whoMay(names.join(', '))] : [])]
  return { ...refused, discount_above_limit: sentence.join(' ') }
}

const nameOf = (one: unknown): string | undefined =>
  typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : undefined
