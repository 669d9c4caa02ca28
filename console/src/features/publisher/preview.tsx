import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Language } from '../../lib/language.ts'
import { InLanguage, useTexts } from '../../lib/language-choice.tsx'
import { type ConsentDraft, ConsentParts, startOfConsent } from '../plugins/consent-parts.tsx'
import { ConsentPublisher } from '../plugins/consent-publisher.tsx'
import { consentTexts } from '../plugins/consent-texts.ts'
import { useLocalized } from '../plugins/localized.ts'
import { OutsideClinics } from '../plugins/record-input.tsx'
import { fieldsOf, startOf } from '../plugins/settings.ts'
import { SettingsFields } from '../plugins/settings-fields.tsx'
import { type Consent, consentOf, type Release } from './consent-of.ts'
import classes from './manifest-editor.module.css'
import { versionTexts } from './version-texts.ts'

const none = () => undefined

/** The same in both languages, side by side where there is room. */
function InBoth({ children }: { children: () => ReactNode }) {
  const t = useTexts(versionTexts)
  const titles: readonly (readonly [Language, string])[] = [
    ['en', t.english],
    ['ar', t.arabic],
  ]
  return (
    <Stack gap="md">
      <Text c="dimmed">{t.previewLead}</Text>
      <OutsideClinics value={true}>
        <div className={classes.both}>
          {titles.map(([language, title]) => (
            <section key={language} aria-label={title}>
              <Title order={2} size="h5" mb="sm">
                {title}
              </Title>
              <InLanguage language={language}>{children()}</InLanguage>
            </section>
          ))}
        </div>
      </OutsideClinics>
    </Stack>
  )
}

/** The page on which clinics agree. */
export function ConsentPreview({ release }: { release: Release }) {
  const consent = consentOf(release)
  return <InBoth>{() => <ConsentShown consent={consent} />}</InBoth>
}

function ConsentShown({ consent }: { consent: Consent }) {
  const t = useTexts(consentTexts)
  const localized = useLocalized()
  const [draft, setDraft] = useState<ConsentDraft>(() => startOfConsent(consent))
  const { name, description } = consent.plugin
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h4">
          {t.title(localized(name))}
        </Title>
        <Text c="dimmed">{localized(description)}</Text>
      </div>
      <ConsentPublisher plugin={consent.plugin} />
      <ConsentParts
        consent={consent}
        draft={draft}
        issueAt={none}
        set={changes => setDraft(before => ({ ...before, ...changes }))}
      />
    </Stack>
  )
}

/** The form of the settings, from its schema alone. */
export function SettingsPreview({ release: { manifest } }: { release: Release }) {
  const t = useTexts(versionTexts)
  const schema = manifest.settingsSchema
  if (fieldsOf(schema ?? null).length === 0) return <Text c="dimmed">{t.noSettings}</Text>
  return <InBoth>{() => <SettingsShown schema={schema ?? null} />}</InBoth>
}

function SettingsShown({ schema }: { schema: Readonly<Record<string, unknown>> | null }) {
  const fields = fieldsOf(schema)
  const [values, setValues] = useState(() => startOf(fields, {}))
  return (
    <div className="card">
      <SettingsFields fields={fields} values={values} kept={{}} issueAt={none} at="" onChange={setValues} />
    </div>
  )
}
