import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { branchTexts } from './branch-texts.ts'
import classes from './settings.module.css'
import type { DayDraft } from './week-draft.ts'
import { WeekFields } from './week-fields.tsx'

/** Weeks with other hours as they are typed; new ones have no id. */
export interface PeriodDraft {
  key: string
  id: string | undefined
  name: string
  from: string
  until: string
  days: readonly DayDraft[]
}

interface PeriodProps {
  period: PeriodDraft
  errorAt: (path: string) => string | undefined
  onChange: (changed: Partial<PeriodDraft>) => void
  onRemove: () => void
}

/** What the weeks are called, which they are, and their hours. */
export function PeriodFields({ period, errorAt, onChange, onRemove }: PeriodProps) {
  const t = useTexts(branchTexts)
  const name = period.name.trim() === '' ? t.unnamed : plainName(period.name)
  return (
    <fieldset className={classes.part}>
      <legend>{name}</legend>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label={t.periodName}
            dir="auto"
            maxLength={80}
            required
            value={period.name}
            error={errorAt('/name')}
            onChange={event => onChange({ name: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.first}
            required
            value={period.from}
            error={errorAt('/from')}
            onChange={event => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.last}
            required
            value={period.until}
            error={errorAt('/until')}
            onChange={event => onChange({ until: event.currentTarget.value })}
          />
        </SimpleGrid>
        <WeekFields days={period.days} onChange={days => onChange({ days })} errorAt={errorAt} />
        <div>
          <Button size="compact-md" variant="default" onClick={onRemove}>
            {t.removePeriod(name)}
          </Button>
        </div>
      </Stack>
    </fieldset>
  )
}
