import { Button, Checkbox, TextInput } from '@mantine/core'
import { weekdayNames } from '../../lib/clinic-time.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { branchTexts } from './branch-texts.ts'
import classes from './settings.module.css'
import { CLOCK, SpansField } from './spans-field.tsx'
import { type DayDraft, firstOf, sameForAll } from './week-draft.ts'

interface WeekProps {
  days: readonly DayDraft[]
  onChange: (days: DayDraft[]) => void
  /** By the place of a time or break in what is sent. */
  errorAt: (path: string) => string | undefined
}

const MOST_BREAKS = 2

/** When a branch is open in a week, with its breaks. */
export function WeekFields({ days, onChange, errorAt }: WeekProps) {
  const t = useTexts(branchTexts)
  const { language } = useLanguage()
  const names = weekdayNames(language)
  const put = (index: number, changed: Partial<DayDraft>) =>
    onChange(days.map((day, place) => (place === index ? { ...day, ...changed } : day)))
  const openBreaks = days.map(day => (day.isOpen ? day.breaks : []))
  return (
    <>
      <ul className={classes.week}>
        {days.map((day, index) => {
          const name = names[index] ?? ''
          return (
            <li key={name} className={classes.day}>
              <Checkbox
                label={name}
                aria-label={t.open(name)}
                checked={day.isOpen}
                onChange={event => put(index, { isOpen: event.currentTarget.checked })}
              />
              {day.isOpen ? (
                <>
                  <TextInput
                    {...CLOCK}
                    aria-label={t.opens(name)}
                    value={day.opens}
                    error={errorAt(`/opens/${index}`)}
                    onChange={event => put(index, { opens: event.currentTarget.value })}
                  />
                  <TextInput
                    {...CLOCK}
                    aria-label={t.closes(name)}
                    value={day.closes}
                    error={errorAt(`/closes/${index}`)}
                    onChange={event => put(index, { closes: event.currentTarget.value })}
                  />
                  <SpansField
                    spans={day.breaks}
                    onChange={breaks => put(index, { breaks })}
                    nameOf={place => t.breakOf(name, place)}
                    addLabel={t.addBreak(name)}
                    most={MOST_BREAKS}
                    errorAt={place => errorAt(`/breaks/${firstOf(openBreaks, index) + place}`)}
                  />
                </>
              ) : (
                <span className="small">{t.closedDay}</span>
              )}
            </li>
          )
        })}
      </ul>
      <div>
        <Button size="compact-md" variant="default" onClick={() => onChange(sameForAll(days))}>
          {t.sameForAll}
        </Button>
      </div>
    </>
  )
}
