import { Stack, Text } from '@mantine/core'
import { InLanguage, useTexts } from '../../lib/language-choice.tsx'
import { encounters } from '../encounters/texts.ts'
import type { Asked } from './draft.ts'
import classes from './note-templates.module.css'
import { noteTemplates } from './texts.ts'

/** What the doctor will see, in both languages. */
export function Preview({ fields }: { fields: readonly Asked[] }) {
  const t = useTexts(noteTemplates)
  return (
    <Stack component="section" gap="sm" aria-label={t.preview}>
      <Text fw={600}>{t.preview}</Text>
      {(['en', 'ar'] as const).map(language => (
        <div key={language}>
          <Text size="sm">{t.previews[language]}</Text>
          <InLanguage language={language}>
            <div className={classes.preview}>
              <Questions fields={fields} language={language} />
            </div>
          </InLanguage>
        </div>
      ))}
    </Stack>
  )
}

function Questions({ fields, language }: { fields: readonly Asked[]; language: 'en' | 'ar' }) {
  const words = useTexts(encounters)
  return (
    <Stack gap="xs">
      {fields.map(({ key, prompt, preset }) => (
        <div key={key}>
          <Text fw={600} size="sm">
            {prompt[language].trim() || words.fields[key]}
          </Text>
          <p className={classes.preset} dir="auto">
            {preset}
          </p>
        </div>
      ))}
    </Stack>
  )
}
