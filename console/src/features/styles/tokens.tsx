import { Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'
import classes from './styles.module.css'

const COLOURS = [
  ...['ground', 'paper', 'ink', 'soft', 'line', 'edge', 'accent', 'accent-soft', 'accent-ink', 'fill', 'on-fill'],
  ...['warn-soft', 'warn-ink', 'warn-line', 'danger', 'danger-soft'],
]
const SHAPES = ['radius', 'radius-panel', 'radius-card']

export function Tokens() {
  const t = useTexts(ruleTexts)
  return (
    <Stack gap="lg">
      <Section title={t.colours} lead={t.coloursRule}>
        <ul className={classes.swatches}>
          {COLOURS.map(name => (
            <li key={name} className={classes.swatch}>
              <span className={classes.colour} style={{ background: `var(--${name})` }} />
              <Ltr>{`--${name}`}</Ltr>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t.states} lead={t.statesRule}>
        <Tags />
      </Section>
      <Section title={t.shapes} lead={t.shapesRule}>
        <Stack gap="md">
          <div className={classes.row}>
            <Ltr>--row</Ltr>
          </div>
          {SHAPES.map(name => (
            <div key={name} className={classes.shape} style={{ borderRadius: `var(--${name})` }}>
              <Ltr>{`--${name}`}</Ltr>
            </div>
          ))}
        </Stack>
      </Section>
      <Section title={t.type} lead={t.typeRule}>
        <Title order={3} size="h2">
          {t.type}
        </Title>
        <Title order={3} size="h4">
          {t.type}
        </Title>
        <Text>{t.typeRule}</Text>
        <Text size="sm" c="dimmed">
          {t.typeRule}
        </Text>
      </Section>
    </Stack>
  )
}

/** The tones, each with what it stands for. */
export function Tags() {
  const t = useTexts(sampleTexts)
  const tags: readonly (readonly [tone: string, Icon: TablerIcon, word: string])[] = [
    ['good', IconCircleCheck, t.working],
    ['warn', IconClock, t.waiting],
    ['danger', IconAlertTriangle, t.failing],
    ['quiet', IconTrash, t.removed],
  ]
  return (
    <Group gap="sm">
      {tags.map(([tone, Icon, word]) => (
        <span key={tone} className="tag" data-tone={tone}>
          <Icon size={15} aria-hidden />
          {word}
        </span>
      ))}
    </Group>
  )
}
