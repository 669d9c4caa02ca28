import { surfaceOf } from '@clinic/contract/teeth.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import classes from './chart.module.css'
import { type Chart, onTooth } from './chart.ts'
import { isSurface } from './item-words.ts'
import { parseEntry } from './parse-entry.ts'
import { chart as chartTexts } from './texts.ts'

interface PanelProps {
  chart: Chart
  tooth: number
  text: string
  write: (text: string) => void
  begin: (text: string) => void
}

const LETTERS = [...'moidbvlc']

/** The surfaces of the tooth, which write themselves into the bar, and what is charted on it. */
export function ToothPanel({ chart, tooth, text, write, begin }: PanelProps) {
  const t = useTexts(chartTexts)
  const items = onTooth(chart, tooth)
  return (
    <Stack gap="sm" mt="lg">
      <Group gap="sm">
        <Text fw={600}>{t.tooth(tooth)}</Text>
        <Button size="compact-md" variant="default" onClick={() => begin(`${tooth} `)} aria-keyshortcuts="p">
          {t.kinds.PLANNED}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => begin(`!${tooth} `)}>
          {t.kinds.CONDITION}
        </Button>
      </Group>
      <Surfaces {...{ tooth, text, write }} />
      {items.length === 0 ? (
        <Text c="dimmed">{t.nothingOnTooth}</Text>
      ) : (
        <ul className={classes.list}>
          {items.map(({ id, name, status }) => (
            <li key={id}>
              <Name>{name}</Name> <span className="tag">{t.statuses[status]}</span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Each as large as a finger. */
function Surfaces({ tooth, text, write }: Pick<PanelProps, 'tooth' | 'text' | 'write'>) {
  const t = useTexts(chartTexts)
  const parsed = parseEntry(text)
  const entry = 'entry' in parsed && parsed.entry.teeth.join() === String(tooth) ? parsed.entry : undefined
  const letters = new Map(LETTERS.toReversed().flatMap(letter => [[surfaceOf(tooth, letter), letter] as const]))
  const toggle = (letter: string) => {
    const surfaces = entry?.surfaces ?? ''
    const next = surfaces.includes(letter) ? surfaces.replace(letter, '') : surfaces + letter
    write(`${tooth} ${next}${entry?.words ? ` ${entry.words}` : ''}`)
  }
  return (
    <Group gap="xs" role="group" aria-label={t.surfaces}>
      {[...letters].toReversed().map(
        ([part, letter]) =>
          part !== undefined &&
          isSurface(part) && (
            <Button
              key={part}
              variant={entry?.surfaces.includes(letter) ? 'filled' : 'default'}
              aria-pressed={entry?.surfaces.includes(letter) ?? false}
              className={classes.surface}
              onClick={() => toggle(letter)}
            >
              {t.parts[part]}
            </Button>
          ),
      )}
    </Group>
  )
}
