import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { Button, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { encounters } from '../encounters/texts.ts'
import type { Asked } from './draft.ts'
import classes from './note-templates.module.css'
import { noteTemplates } from './texts.ts'

interface FieldProps {
  asked: Asked
  place: number
  /** The fields of the note that are not asked elsewhere. */
  free: readonly NoteField[]
  isLast: boolean
  errorAt: (path: string) => string | undefined
  set: (changes: Partial<Asked>) => void
  move: (step: 1 | -1) => void
  remove: () => void
}

/** One question of a template: in both languages, and what stands there to begin with. */
export function AskedField({ asked, place, free, isLast, errorAt, set, move, remove }: FieldProps) {
  const t = useTexts(noteTemplates)
  const { fields } = useTexts(encounters)
  const { key, prompt, preset } = asked
  const ask = (language: 'en' | 'ar') => (
    <TextInput
      label={t[language]}
      required
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      value={prompt[language]}
      error={errorAt(`/prompt/${language}`)}
      onChange={event => set({ prompt: { ...prompt, [language]: event.currentTarget.value } })}
    />
  )
  const choices = [key, ...free]
  return (
    <fieldset className={classes.field}>
      <legend>{t.field(place + 1)}</legend>
      <NativeSelect
        label={t.key}
        data={choices.map(value => ({ value, label: fields[value] }))}
        value={key}
        onChange={event => set({ key: choices.find(one => one === event.currentTarget.value) ?? key })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {ask('en')}
        {ask('ar')}
      </SimpleGrid>
      <Textarea
        label={t.preset}
        autosize
        minRows={1}
        dir="auto"
        value={preset}
        error={errorAt('/preset')}
        onChange={event => set({ preset: event.currentTarget.value })}
      />
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" variant="default" disabled={place === 0} onClick={() => move(-1)}>
          {t.up}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isLast} onClick={() => move(1)}>
          {t.down}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" disabled={place === 0 && isLast} onClick={remove}>
          {t.remove}
        </Button>
      </Group>
    </fieldset>
  )
}
