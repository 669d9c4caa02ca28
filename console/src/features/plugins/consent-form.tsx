import { INPUT } from 'virtual:staff-input/installPlugin'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { useForget } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { type Consent, type ConsentDraft, ConsentParts, givenUrls, startOfConsent } from './consent-parts.tsx'
import { consentTexts } from './consent-texts.ts'
import { rangeIssues, rangesOf } from './ranges.ts'
import { fieldsOf, patchOf, settingsIssues } from './settings.ts'

interface ConsentFormProps {
  consent: Consent
  onInstalled: (installed: Returned<'installPlugin'>) => void
}

/** What the person decides, and agrees to. */
export function ConsentForm({ consent, onInstalled }: ConsentFormProps) {
  const t = useTexts(consentTexts)
  const forget = useForget()
  const form = useConsentForm(consent, onInstalled)
  // What is asked for now is shown, to be read anew.
  const changed = isProblem(form.error, 'consent_changed')
  return (
    <form {...form.props}>
      <Stack gap="lg">
        <ConsentParts consent={consent} draft={form.values} issueAt={form.issueAt} set={form.set} />
        <ProblemNotice
          error={form.error}
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
  const inputOf = (draft: ConsentDraft): Input<'installPlugin'> => ({
    slug: consent.slug,
    version: consent.version,
    consentHash: consent.consentHash,
    language,
    optionalScopes: draft.optionalScopes,
    settings: patchOf(fields, draft.settings, {}),
    webhookUrls: givenUrls(draft.urls).map(([template, url]) => ({ template: Number(template), url })),
    allowedIpRanges: rangesOf(draft.ranges),
    ...limitOf(consent, draft),
  })
  return useForm<ConsentDraft>({
    initial: startOfConsent(consent),
    check: draft => [
      ...issuesOf(INPUT, inputOf(draft)),
      ...rangeIssues(draft.ranges),
      ...settingsIssues(fields, draft.settings, {}, '/settings'),
    ],
    send: async draft => onInstalled(await installing.mutateAsync(inputOf(draft))),
  })
}

/** What is left as it is stays with what the operator lets every plugin. */
const limitOf = (consent: Consent, { patientsPerDay }: ConsentDraft) =>
  Number(patientsPerDay) === consent.patientsPerDay ? {} : { patientsPerDay: Number(patientsPerDay) }
