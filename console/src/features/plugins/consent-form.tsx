import { INPUT } from 'virtual:staff-input/installPlugin'
import type { Issue } from '@clinic/contract/errors.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { useForget } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { consentTexts } from './consent-texts.ts'
import { EventList } from './event-list.tsx'
import { useLocalized } from './localized.ts'
import { PatientsPerDay } from './patients-per-day.tsx'
import { rangeIssues, rangesOf } from './ranges.ts'
import { RangesInput } from './ranges-input.tsx'
import { type Scope, ScopeChoice, ScopeList } from './scopes.tsx'
import { fieldsOf, patchOf, settingsIssues, startOf, type Values } from './settings.ts'
import { SettingsFields } from './settings-fields.tsx'

type Consent = Returned<'getConsent'>

interface Draft {
  optionalScopes: Scope['scope'][]
  settings: Values
  /** One on each line. */
  ranges: string
  /** By the number of the webhook. */
  urls: Readonly<Record<string, string>>
  patientsPerDay: number | string
}

interface ConsentFormProps {
  consent: Consent
  onInstalled: (installed: Returned<'installPlugin'>) => void
}

/** What the person decides, and agrees to. */
export function ConsentForm({ consent, onInstalled }: ConsentFormProps) {
  const t = useTexts(consentTexts)
  const forget = useForget()
  const { form, fields } = useConsentForm(consent, onInstalled)
  const { values, set, issueAt, error } = form
  // What is asked for now is shown, to be read anew.
  const changed = isProblem(error, 'consent_changed')
  return (
    <form {...form.props}>
      <Stack gap="lg">
        <Section title={t.required} lead={t.requiredLead}>
          <ScopeList scopes={consent.required} />
        </Section>
        {consent.optional.length > 0 && (
          <Section title={t.optional} lead={t.optionalLead}>
            <ScopeChoice
              scopes={consent.optional}
              chosen={values.optionalScopes}
              onChoose={optionalScopes => set({ optionalScopes })}
            />
          </Section>
        )}
        {consent.events.length > 0 && (
          <Section title={t.events} lead={t.eventsLead(consent.events.length)}>
            <EventList events={consent.events} />
          </Section>
        )}
        <Ranges draft={values} issue={issueAt('/allowedIpRanges')} onChange={ranges => set({ ranges })} />
        {fields.length > 0 && (
          <Section title={t.settings}>
            <SettingsFields
              fields={fields}
              values={values.settings}
              kept={{}}
              issueAt={issueAt}
              at="/settings"
              onChange={settings => set({ settings })}
            />
          </Section>
        )}
        <Addresses consent={consent} draft={values} issueAt={issueAt} onChange={urls => set({ urls })} />
        <PatientsPerDay consent={consent} form={form} />
        <Section title={t.kept}>
          <Text>{t.keptLead}</Text>
        </Section>
        <ProblemNotice
          error={error}
          own={{ consent_changed: t.changed }}
          onRetry={changed ? () => void forget('getConsent') : undefined}
        />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.agree}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useConsentForm(consent: Consent, onInstalled: ConsentFormProps['onInstalled']) {
  const { language } = useLanguage()
  const installing = useWrite('installPlugin', { changes: ['listInstalledPlugins', 'listCatalogue'] })
  const fields = fieldsOf(consent.settingsSchema)
  const inputOf = (draft: Draft): Input<'installPlugin'> => ({
    slug: consent.slug,
    version: consent.version,
    consentHash: consent.consentHash,
    language,
    optionalScopes: draft.optionalScopes,
    settings: patchOf(fields, draft.settings, {}),
    webhookUrls: given(draft.urls).map(([template, url]) => ({ template: Number(template), url })),
    allowedIpRanges: rangesOf(draft.ranges),
    ...limitOf(consent, draft),
  })
  const form = useForm<Draft>({
    initial: {
      optionalScopes: [],
      settings: startOf(fields, {}),
      ranges: consent.allowedIpRanges.join('\n'),
      urls: {},
      patientsPerDay: consent.patientsPerDay,
    },
    check: draft => [
      ...issuesOf(INPUT, inputOf(draft)),
      ...rangeIssues(draft.ranges),
      ...settingsIssues(fields, draft.settings, {}, '/settings'),
    ],
    send: async draft => onInstalled(await installing.mutateAsync(inputOf(draft))),
  })
  return { form, fields }
}

const given = (urls: Draft['urls']) => Object.entries(urls).filter(([, url]) => url.trim() !== '')

interface RangesProps {
  draft: Draft
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
  draft: Draft
  issueAt: (path: string) => Issue | undefined
  onChange: (urls: Draft['urls']) => void
}

/** Where the events of each webhook of the manifest go. */
function Addresses({ consent, draft, issueAt, onChange }: AddressesProps) {
  const t = useTexts(consentTexts)
  const localized = useLocalized()
  const sentence = useIssueSentence()
  if (consent.webhooks.length === 0) return null
  const sent = given(draft.urls).map(([template]) => template)
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

/** What is left as it is stays with what the operator lets every plugin. */
const limitOf = (consent: Consent, { patientsPerDay }: Draft) =>
  Number(patientsPerDay) === consent.patientsPerDay ? {} : { patientsPerDay: Number(patientsPerDay) }
