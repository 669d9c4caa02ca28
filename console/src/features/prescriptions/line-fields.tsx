import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import { type Line, type LineField, LONG_FIELDS, SHORT_FIELDS } from './draft.ts'
import classes from './prescriptions.module.css'
import { prescriptions } from './texts.ts'

interface LineProps {
  line: Line
  errorAt: (field: LineField) => string | undefined
  set: (field: LineField, text: string) => void
  remove: () => void
}

/** One medication: how strong, how much, by which way, how long, how often. */
export function LineFields({ line, errorAt, set, remove }: LineProps) {
  const t = useTexts(prescriptions)
  const hints = new Map<string, string>(Object.entries(t.hints))
  const field = (name: LineField) => (
    <TextInput
      key={name}
      label={t.fields[name]}
      placeholder={hints.get(name)}
      dir="auto"
      autoComplete="off"
      inputMode={name === 'dosage' || name === 'duration' ? 'decimal' : undefined}
      value={line[name]}
      error={errorAt(name)}
      onChange={event => set(name, event.currentTarget.value)}
    />
  )
  return (
    <fieldset className={classes.medication}>
      <legend>
        <Name>{line.name}</Name>
      </legend>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
        {SHORT_FIELDS.map(field)}
      </SimpleGrid>
      {LONG_FIELDS.map(field)}
      <Button size="compact-sm" variant="subtle" color="red" mt="sm" onClick={remove}>
        {t.remove(line.name)}
      </Button>
    </fieldset>
  )
}
