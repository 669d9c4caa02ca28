import { SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { Amount, Part } from '../money/money-parts.tsx'
import { Approval } from './approval.tsx'
import classes from './checkout.module.css'
import type { Draft, Preview } from './draft.ts'
import { checkout } from './texts.ts'

interface PayerProps {
  preview: Preview
  draft: Draft
  set: (change: Partial<Draft>) => void
}

/** What it comes to, and who pays what of it; every figure is the clinic's. */
export function Payer({ preview, draft, set }: PayerProps) {
  const t = useTexts(checkout)
  const { insurer, pointsMost, points } = preview
  const figures = [
    [t.subtotal, preview.subtotal, true],
    [t.discount, preview.discount, preview.discount > 0],
    [t.pointsOff, preview.pointsDiscount, preview.pointsDiscount > 0],
    [t.tax, preview.tax, true],
    [t.total, preview.total, true],
    [insurer === null ? '' : t.insurer(insurer), preview.insurance, insurer !== null],
    [t.credit, preview.credit, preview.credit > 0],
  ] as const
  const field = (name: 'percent' | 'reason' | 'points') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value, ...(name === 'percent' && { approvalId: undefined }) }),
  })
  return (
    <Part title={t.pays}>
      <dl className={classes.figures}>
        {figures.map(([name, amount, isShown]) =>
          isShown ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Amount of={amount} />
              </dd>
            </div>
          ) : null,
        )}
        <div className={classes.sum}>
          <dt>{t.due}</dt>
          <dd>
            <Amount of={preview.due} />
          </dd>
        </div>
      </dl>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md" verticalSpacing="sm">
        <TextInput label={t.percent} dir="ltr" inputMode="decimal" {...field('percent')} />
        {draft.percent.trim() !== '' && <TextInput label={t.reason} dir="auto" maxLength={200} {...field('reason')} />}
        {points > 0 && pointsMost > 0 && (
          <TextInput label={t.points(pointsMost)} dir="ltr" inputMode="numeric" {...field('points')} />
        )}
      </SimpleGrid>
      {!preview.withinLimit && (
        <Approval
          patientId={preview.patientId}
          limitPercent={preview.limitPercent}
          percent={numberTyped(draft.percent)}
          reason={draft.reason}
          approvalId={draft.approvalId}
          use={approvalId => set({ approvalId })}
        />
      )}
    </Part>
  )
}
