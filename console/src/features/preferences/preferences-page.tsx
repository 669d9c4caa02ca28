import { Radio, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { DIGITS } from '../../lib/clinic-time.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { DENSITIES, prefer, usePreferences } from '../../lib/preferences.ts'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { preferenceTexts } from './texts.ts'

/** Of the screen in front of a person, so they are kept in this browser alone. */
const SCHEMES = ['auto', 'light', 'dark'] as const

/** How the console looks and listens, for one person. */
export function PreferencesPage() {
  const t = useTexts(preferenceTexts)
  const { density, digits, shortcuts } = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDensity = (value: string) => DENSITIES.find(one => one === value)
  const areDigits = (value: string) => DIGITS.find(one => one === value)
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <Section title={t.density}>
          <Choice
            name={t.density}
            value={density}
            options={DENSITIES.map(value => [value, t.densities[value]])}
            onChange={value => prefer({ density: isDensity(value) ?? density })}
          />
        </Section>
        <Section title={t.colours}>
          <Choice
            name={t.colours}
            value={colorScheme}
            options={SCHEMES.map(value => [value, t.schemes[value]])}
            onChange={value => setColorScheme(SCHEMES.find(one => one === value) ?? colorScheme)}
          />
        </Section>
        <Section title={t.digits}>
          <Choice
            name={t.digits}
            value={digits}
            options={DIGITS.map(value => [value, t.numerals[value]])}
            onChange={value => prefer({ digits: areDigits(value) ?? digits })}
          />
          <Now />
        </Section>
        <Section title={t.keys}>
          <Switch
            label={t.letters}
            description={t.lettersLead}
            checked={shortcuts}
            onChange={event => prefer({ shortcuts: event.currentTarget.checked })}
          />
        </Section>
      </Stack>
    </Room>
  )
}

interface ChoiceProps {
  name: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

const Choice = ({ name, value, options, onChange }: ChoiceProps) => (
  <Radio.Group aria-label={name} value={value} onChange={onChange}>
    <Stack gap="sm">
      {options.map(([each, label]) => (
        <Radio key={each} value={each} label={label} />
      ))}
    </Stack>
  </Radio.Group>
)

/** How it looks. */
function Now() {
  const { moment } = useFormats()
  return (
    <Text c="dimmed" mt="md">
      <bdi>{moment(new Date().toISOString())}</bdi>
    </Text>
  )
}
