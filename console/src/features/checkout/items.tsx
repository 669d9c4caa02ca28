import { Checkbox } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import { Amount, Part } from '../money/money-parts.tsx'
import classes from './checkout.module.css'
import { billedIn, type Draft, type Preview } from './draft.ts'
import { checkout } from './texts.ts'

type Item = Preview['billable'][number]

interface ItemsProps {
  preview: Preview
  draft: Draft
  set: (change: Partial<Draft>) => void
}

/** What was done and is on no invoice: today, before, and what may still be said to be done. */
export function Items({ preview, draft, set }: ItemsProps) {
  const t = useTexts(checkout)
  const { billable, lines } = preview
  const today = billable.filter(one => one.today && !one.completable)
  const planned = billable.filter(one => one.completable)
  const older = billable.filter(one => !one.today && !one.completable)
  const billed = billedIn(draft, preview)
  const tick = ({ treatmentId, completable }: Item, isTicked: boolean) => {
    const rest = billed.filter(id => id !== treatmentId)
    const others = draft.complete.filter(id => id !== treatmentId)
    set({
      billed: isTicked ? [...rest, treatmentId] : rest,
      ...(completable && { complete: isTicked ? [...others, treatmentId] : others }),
    })
  }
  const list = (items: readonly Item[]) => (
    <ul className={classes.lines}>
      {items.map(item => (
        <li key={item.treatmentId} className={classes.line}>
          <Checkbox
            checked={billed.includes(item.treatmentId)}
            onChange={event => tick(item, event.currentTarget.checked)}
            label={<Name>{[item.name, ...item.tooth].join(' ')}</Name>}
            description={reasonOf(item)}
          />
          <Amount of={item.net} />
        </li>
      ))}
    </ul>
  )
  const reasonOf = ({ treatmentId }: Item) => {
    const reason = lines.find(line => line.treatmentId === treatmentId)?.insuranceReason ?? null
    return reason === null ? undefined : t.shares[reason]
  }
  return (
    <Part title={t.done}>
      {today.length === 0 ? <div className="small">{t.nothing}</div> : list(today)}
      {planned.length > 0 && (
        <>
          <div className={classes.under}>{t.planned}</div>
          {list(planned)}
        </>
      )}
      {older.length > 0 && (
        <details className={classes.older}>
          <summary>{t.older(older.length)}</summary>
          {list(older)}
        </details>
      )}
    </Part>
  )
}
