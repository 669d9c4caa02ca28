import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Section } from '../../ui/section.tsx'
import { type Dentition, rowsOf } from './arches.ts'
import classes from './chart.module.css'
import { type Chart, onTooth } from './chart.ts'
import { chart as chartTexts } from './texts.ts'
import { ToothButton } from './tooth-button.tsx'
import { ToothPanel } from './tooth-panel.tsx'

interface TeethProps {
  chart: Chart
  dentition: Dentition
  show: (dentition: Dentition) => void
  tooth: number | undefined
  choose: (tooth: number) => void
  text: string
  write: (text: string) => void
  begin: (text: string) => void
}

const DENTITIONS: readonly Dentition[] = ['permanent', 'mixed', 'milk']

/** The teeth as they stand in the mouth, whatever the language, and what is charted on the one that is chosen. */
export function TeethSection({ chart, dentition, show, tooth, choose, ...entry }: TeethProps) {
  const t = useTexts(chartTexts)
  const rows = rowsOf(dentition)
  const stop = tooth !== undefined && rows.flat().includes(tooth) ? tooth : rows[0]?.[0]
  return (
    <Section title={t.teeth}>
      <Group gap="xs" mb="md" role="group" aria-label={t.dentition}>
        {DENTITIONS.map(one => (
          <Button
            key={one}
            size="compact-md"
            variant={one === dentition ? 'filled' : 'default'}
            aria-pressed={one === dentition}
            onClick={() => show(one)}
          >
            {t.dentitions[one]}
          </Button>
        ))}
      </Group>
      <div className={classes.mouth} dir="ltr" data-roving>
        {rows.map(row => (
          <div key={row[0]} className={classes.arch}>
            {[row.slice(0, row.length / 2), row.slice(row.length / 2)].map(half => (
              <div key={half[0]} className={classes.half}>
                {half.map(number => (
                  <ToothButton
                    key={number}
                    tooth={number}
                    items={onTooth(chart, number)}
                    isMissing={chart.teeth.some(one => one.tooth === number && one.missing)}
                    isChosen={number === tooth}
                    isStop={number === stop}
                    choose={choose}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      {tooth !== undefined && <ToothPanel chart={chart} tooth={tooth} {...entry} />}
    </Section>
  )
}
