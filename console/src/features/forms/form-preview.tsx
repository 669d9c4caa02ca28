import type { FormField } from '@clinic/contract/form-fields.ts'
import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { builder } from './builder-texts.ts'
import classes from './forms.module.css'

interface PreviewProps {
  title: string
  fields: readonly FormField[]
  language: 'en' | 'ar'
}

/** What the patient is asked, in one language; where there is no Arabic, in English. */
export function FormPreview({ title, fields, language }: PreviewProps) {
  const t = useTexts(builder)
  const said = (text: FormField['label']) => (language === 'ar' ? text.ar : undefined) ?? text.en
  return (
    <section
      className={classes.words}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      aria-label={t.previews[language]}
    >
      <Stack gap="sm">
        <strong dir="auto">{title}</strong>
        {fields.map(field => (
          <div key={field.key}>
            <Text fw={field.type === 'section' ? 600 : undefined} dir="auto">
              {said(field.label)}
              {field.required && ' *'}
            </Text>
            {field.help && (
              <Text size="sm" c="dimmed" dir="auto">
                {said(field.help)}
              </Text>
            )}
            {field.options && (
              <ul>
                {field.options.map(({ value, label }) => (
                  <li key={value} dir="auto">
                    {said(label)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </Stack>
    </section>
  )
}
