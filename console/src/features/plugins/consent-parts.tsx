import type { Issue } from '@clinic/contract/errors.ts'
import { Stack, Text, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { consentTexts } from './consent-texts.ts'
import { EventList } from './event-list.tsx'
import { useLocalized } from './localized.ts'
import { PatientsPerDay } from './patients-per-day.tsx'
import { RangesInput } from './ranges-input.tsx'
import { type Scope, ScopeChoice, ScopeList } from './scopes.tsx'
import { fieldsOf, startOf, type Values } from './settings.ts'
import { SettingsFields } from './settings-fields.tsx'

export type Consent = Returned<'getConsent'>

/** What the person decides. */
export interface ConsentDraft {
  optionalScopes: Scope['scope'][]
  settings: Values
  /** One on each line. */
  ranges: string
  /** By the number of the webhook. */
  urls: Readonly<Record<string, string>>
  patientsPerDay: number | string
}

export const startOfConsent = (consent: Consent): ConsentDraft => ({
  optionalScopes: [],
  settings: startOf(fieldsOf(consent.settingsSchema), {}),
  ranges: consent.allowedIpRanges.join('\n'),
  urls: {},
  patientsPerDay: consent.patientsPerDay,
})

/** The addresses that were typed, by the number of the webhook. */
export const givenUrls = (urls: ConsentDraft['urls']) => Object.entries(urls).filter(([, url]) => url.trim() !== '')

interface ConsentPartsProps {
  consent: Consent
  draft: ConsentDraft
  issueAt: (path: string) => Issue | undefined
  set: (changes: Partial<ConsentDraft>) => void
}

/** All that is asked for, and what the person decides of it. */
export function ConsentParts({ consent, draft, issueAt, set }: ConsentPartsProps) {
  const t = useTexts(consentTexts)
  const fields = fieldsOf(consent.settingsSchema)
  return (
    <>
      <Section title={t.required} lead={t.requiredLead}>
        <ScopeList scopes={consent.required} />
      </Section>
      {consent.optional.length > 0 && (
        <Section title={t.optional} lead={t.optionalLead}>
          <ScopeChoice
            scopes={consent.optional}
            chosen={draft.optionalScopes}
            onChoose={optionalScopes => set({ optionalScopes })}
          />
        </Section>
      )}
      {consent.events.length > 0 && (
        <Section title={t.events} lead={t.eventsLead(consent.events.length)}>
          <EventList events={consent.events} />
        </Section>
      )}
      <Ranges draft={draft} issue={issueAt('/allowedIpRanges')} onChange={ranges => set({ ranges })} />
      {fields.length > 0 && (
        <Section title={t.settings}>
          <SettingsFields
            fields={fields}
            values={draft.settings}
            kept={{}}
            issueAt={issueAt}
            at="/settings"
            onChange={settings => set({ settings })}
          />
        </Section>
      )}
      <Addresses consent={consent} draft={draft} issueAt={issueAt} onChange={urls => set({ urls })} />
      <PatientsPerDay
        consent={consent}
        value={draft.patientsPerDay}
        issue={issueAt('/patientsPerDay')}
        onChange={patientsPerDay => set({ patientsPerDay })}
      />
      <Section title={t.kept}>
        <Text>{t.keptLead}</Text>
      </Section>
    </>
  )
}

interface RangesProps {
  draft: ConsentDraft
  issue: Issue | undefined
  onChange: (ranges: string) => void
}

function Ranges({ draft, issue, onChange }: RangesProps) {
  const t = useTexts(consentTexts)
  return (
    <Section title={t.from} lead={`${t.fromLead} ${t.fromAny}`}>
      <RangesInput label={t.ranges} value={draft.ranges} issue={issue} onChange={onChange} />
    </Section>
  )
}

interface AddressesProps {
  consent: Consent
  draft: ConsentDraft
  issueAt: (path: string) => Issue | undefined
  onChange: (urls: ConsentDraft['urls']) => void
}

/** Where the events of each webhook of the manifest go. */
function Addresses({ consent, draft, issueAt, onChange }: AddressesProps) {
  const t = useTexts(consentTexts)
  const localized = useLocalized()
  const sentence = useIssueSentence()
  if (consent.webhooks.length === 0) return null
  const sent = givenUrls(draft.urls).map(([template]) => template)
  return (
    <Section title={t.addresses} lead={t.addressesLead}>
      <Stack gap="lg">
        {consent.webhooks.map(({ template, name, description }) => {
          const index = sent.indexOf(String(template))
          const issue = index < 0 ? undefined : issueAt(`/webhookUrls/${index}`)
          return (
            <TextInput
              key={template}
              type="url"
              dir="ltr"
              label={localized(name)}
              description={description ? localized(description) : undefined}
              placeholder="https://"
              value={draft.urls[template] ?? ''}
              error={issue && sentence({ ...issue, path: '' }, { format: 'uri' })}
              onChange={event => onChange({ ...draft.urls, [template]: event.currentTarget.value })}
            />
          )
        })}
      </Stack>
    </Section>
  )
}
