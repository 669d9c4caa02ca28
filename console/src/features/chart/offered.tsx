import { useTexts } from '../../lib/language-choice.tsx'
import classes from './chart.module.css'
import type { Entry } from './parse-entry.ts'
import type { Choice } from './suggestions.ts'
import { chart as chartTexts } from './texts.ts'

interface OfferedProps {
  id: string
  entry: Entry | undefined
  offered: readonly Choice[]
  chosen: number
  take: (choice: Choice) => void
}

/** What an entry may mean, of which one is chosen. */
export function Offered({ id, entry, offered, chosen, take }: OfferedProps) {
  const t = useTexts(chartTexts)
  return (
    <div role="listbox" id={id} aria-label={t.offered} className={classes.offered} hidden={offered.length === 0}>
      {offered.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
        <div
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={classes.option}
          onMouseDown={event => event.preventDefault()}
          onClick={() => take(choice)}
        >
          <span>{choice.name}</span>
          {entry && <span className="tag">{t.kinds[entry.kind]}</span>}
        </div>
      ))}
    </div>
  )
}
