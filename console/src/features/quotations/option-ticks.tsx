import { Checkbox } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { Amount } from '../money/money-parts.tsx'
import type { OptionDraft, PlannedItem } from './draft.ts'
import classes from './quotations.module.css'
import { quotations } from './texts.ts'

interface OptionTicksProps {
  items: readonly PlannedItem[]
  options: readonly OptionDraft[]
  change: (place: number, changes: Partial<OptionDraft>) => void
}

/** What is planned, with a column of ticks for each option. */
export function OptionTicks({ items, options, change }: OptionTicksProps) {
  const t = useTexts(quotations)
  const toggle = (place: number, id: string) => {
    const ticked = options[place]?.treatmentIds ?? []
    const wanted = new Set(ticked.includes(id) ? ticked.filter(one => one !== id) : [...ticked, id])
    change(place, { treatmentIds: items.map(item => item.treatmentId).filter(one => wanted.has(one)) })
  }
  return (
    <div className="card">
      <table className={classes.ticks}>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            {options.map((option, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place alone
              <th key={place} scope="col">
                <bdi>{option.label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ treatmentId: id, name, tooth, total }) => (
            <tr key={id}>
              <td>
                <Name>{name}</Name> {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>} <Amount of={total} />
              </td>
              {options.map((option, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place alone
                <td key={place}>
                  <Checkbox
                    size="md"
                    aria-label={`${t.option(option.label)}: ${plainName(name)} ${tooth.join(', ')}`}
                    checked={option.treatmentIds.includes(id)}
                    onChange={() => toggle(place, id)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
