import { INPUT } from 'virtual:publisher-input/createTestInstallation'
import type { Issue } from '@clinic/contract/errors.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useOwnPublisher } from '../../lib/own-publisher.ts'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { givenUrls } from '../plugins/consent-parts.tsx'
import { useLocalized } from '../plugins/localized.ts'
import { RecordsOf } from '../plugins/record-input.tsx'
import { type Scope, ScopeChoice } from '../plugins/scopes.tsx'
import { fieldsOf, patchOf, settingsIssues, startOf, type Values } from '../plugins/settings.ts'
import { SettingsFields } from '../plugins/settings-fields.tsx'
import { type Consent, consentOf, type Release } from './consent-of.ts'
import { sandboxTexts } from './sandbox-texts.ts'

interface TestInstallFormProps {
  pluginId: string
  release: Release
  onInstalled: (installed: PublisherReturned<'createTestInstallation'>) => void
}

interface Draft {
  optionalScopes: Scope['scope'][]
  settings: Values
  /** By the number of the webhook. */
  urls: Readonly<Record<string, string>>
  replace: boolean
}

/** What a version is installed with in the sandbox. */
export function TestInstallForm(props: TestInstallFormProps) {
  const t = useTexts(sandboxTexts)
  const publisher = useOwnPublisher()
  const refusals = useRefusals()
  const consent = consentOf(props.release)
  const { form, fields, sent } = useTestInstall(consent, props)
  const { values, set, issueAt } = form
  return (
    <form {...form.props}>
      <Stack gap="lg">
        {consent.optional.length > 0 && (
          <Part title={t.optional}>
            <ScopeChoice
              scopes={consent.optional}
              chosen={values.optionalScopes}
              onChoose={optionalScopes => set({ optionalScopes })}
            />
          </Part>
        )}
        {fields.length > 0 && (
          <Part title={t.settings}>
            <RecordsOf value={publisher?.sandboxClinicId ?? null}>
              <SettingsFields
                fields={fields}
                values={values.settings}
                kept={{}}
                issueAt={issueAt}
                at="/settings"
                onChange={settings => set({ settings })}
              />
            </RecordsOf>
          </Part>
        )}
        <Addresses
          consent={consent}
          urls={values.urls}
          sent={sent}
          issueAt={issueAt}
          onChange={urls => set({ urls })}
        />
        <Checkbox
          label={t.replace}
          description={t.replaceLead}
          checked={values.replace}
          onChange={event => set({ replace: event.currentTarget.checked })}
        />
        <ProblemNotice error={form.error} own={refusals} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.install}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useRefusals() {
  const t = useTexts(sandboxTexts)
  return {
    already_installed: t.alreadyInstalled,
    destination_not_allowed: t.destination,
    invalid_state_transition: t.notOffered,
  }
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </section>
)

function useTestInstall(consent: Consent, { pluginId, release, onInstalled }: TestInstallFormProps) {
  const installing = usePublisherWrite('createTestInstallation', { changes: ['listOwnInstallations'] })
  const fields = fieldsOf(consent.settingsSchema)
  const inputOf = ({ optionalScopes, settings, urls, replace }: Draft) => ({
    ...{ id: pluginId, version: release.version, optionalScopes, replace },
    settings: patchOf(fields, settings, {}),
    webhookUrls: givenUrls(urls).map(([template, url]) => ({ template: Number(template), url: url.trim() })),
  })
  const initial: Draft = { optionalScopes: [], settings: startOf(fields, {}), urls: {}, replace: false }
  const form = useForm({
    initial,
    check: draft => [...issuesOf(INPUT, inputOf(draft)), ...settingsIssues(fields, draft.settings, {}, '/settings')],
    send: draft => installing.mutateAsync(inputOf(draft)),
    leave: onInstalled,
  })
  return { form, fields, sent: givenUrls(form.values.urls).map(([template]) => template) }
}

interface AddressesProps {
  consent: Consent
  urls: Draft['urls']
  /** The webhooks with an address, in the order in which they are sent. */
  sent: readonly string[]
  issueAt: (path: string) => Issue | undefined
  onChange: (urls: Draft['urls']) => void
}

function Addresses({ consent, urls, sent, issueAt, onChange }: AddressesProps) {
  const t = useTexts(sandboxTexts)
  const localized = useLocalized()
  const sentence = useIssueSentence()
  if (consent.webhooks.length === 0) return null
  return (
    <Part title={t.addresses}>
      <Stack gap="lg">
        {consent.webhooks.map(({ template, name }) => {
          const index = sent.indexOf(String(template))
          const issue = index < 0 ? undefined : issueAt(`/webhookUrls/${index}`)
          return (
            <TextInput
              key={template}
              type="url"
              dir="ltr"
              label={localized(name)}
              description={t.addressesLead}
              placeholder="https://"
              value={urls[template] ?? ''}
              error={issue && sentence({ ...issue, path: '', code: 'format' }, { format: 'uri' })}
              onChange={event => onChange({ ...urls, [template]: event.currentTarget.value })}
            />
          )
        })}
      </Stack>
    </Part>
  )
}
