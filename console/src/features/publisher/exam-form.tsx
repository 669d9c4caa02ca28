import { INPUT } from 'virtual:publisher-input/startExam'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useOwnPublisher } from '../../lib/own-publisher.ts'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { RecordsOf } from '../plugins/record-input.tsx'
import { fieldsOf, patchOf, settingsIssues, startOf, type Values } from '../plugins/settings.ts'
import { SettingsFields } from '../plugins/settings-fields.tsx'
import { consentOf, isManifest } from './consent-of.ts'
import { examTexts } from './exam-texts.ts'
import type { Version } from './version.ts'

interface ExamFormProps {
  pluginId: string
  version: Version
  onStarted: (started: PublisherReturned<'startExam'>) => void
}

interface Draft {
  url: string
  settings: Values
  replace: boolean
}

function useExam({ pluginId, version: { version, manifest }, onStarted }: ExamFormProps) {
  const starting = usePublisherWrite('startExam', { changes: ['listExams', 'listOwnInstallations'] })
  const fields = isManifest(manifest) ? fieldsOf(consentOf({ version, manifest }).settingsSchema) : []
  const inputOf = ({ url, settings, replace }: Draft) => ({
    ...{ id: pluginId, version, url: url.trim(), replace },
    settings: patchOf(fields, settings, {}),
  })
  const initial: Draft = { url: '', settings: startOf(fields, {}), replace: false }
  const form = useForm({
    initial,
    check: draft => [...issuesOf(INPUT, inputOf(draft)), ...settingsIssues(fields, draft.settings, {}, '/settings')],
    send: draft => starting.mutateAsync(inputOf(draft)),
    leave: onStarted,
  })
  return { form, fields }
}

/** Where the plugin is that is put to the exam, and what it is installed with. */
export function ExamForm(props: ExamFormProps) {
  const t = useTexts(examTexts)
  const sentence = useIssueSentence()
  const publisher = useOwnPublisher()
  const { form, fields } = useExam(props)
  const { values, set, issueAt } = form
  const issue = issueAt('/url')
  return (
    <Section title={t.title} lead={t.lead}>
      <form {...form.props}>
        <Stack gap="lg">
          <TextInput
            type="url"
            dir="ltr"
            label={t.url}
            description={t.urlLead}
            placeholder="https://"
            value={values.url}
            error={issue && sentence({ ...issue, path: '', code: 'format' }, { format: 'uri' })}
            onChange={event => set({ url: event.currentTarget.value })}
          />
          {fields.length > 0 && (
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
          )}
          <Checkbox
            label={t.replace}
            description={t.replaceLead}
            checked={values.replace}
            onChange={event => set({ replace: event.currentTarget.checked })}
          />
          <ProblemNotice
            error={form.error}
            own={{
              already_installed: t.alreadyInstalled,
              destination_not_allowed: t.destination,
              invalid_state_transition: t.running,
            }}
          />
          <Group>
            <Button type="submit" loading={form.pending}>
              {t.start}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
