import { INPUT } from 'virtual:publisher-input/updateOwnPlugin'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherWrite } from '../../lib/publisher.ts'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { type PluginDraft, PluginFields } from './plugin-fields.tsx'
import { ownPluginTexts } from './plugin-texts.ts'
import type { OwnPlugin } from './use-own-plugin.ts'

/** What is said of the plugin besides its manifest. */
export function PluginDetails({ plugin }: { plugin: OwnPlugin }) {
  const changes = useIsAtLeast('DEVELOPER')
  return changes ? (
    <Anew of={JSON.stringify(plugin)}>
      <DetailsForm plugin={plugin} />
    </Anew>
  ) : (
    <DetailsShown plugin={plugin} />
  )
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

function DetailsForm({ plugin: { id, visibility, category, setupUrl, icon } }: { plugin: OwnPlugin }) {
  const t = useTexts(ownPluginTexts)
  const saving = usePublisherWrite('updateOwnPlugin', { changes: ['listOwnPlugins'], said: () => t.saved })
  const inputOf = (draft: PluginDraft) => ({
    ...{ id, category: orNull(draft.category), setupUrl: orNull(draft.setupUrl) },
    ...(draft.visibility !== visibility && { visibility: draft.visibility }),
    ...(draft.iconUrl.trim() !== '' && { iconUrl: draft.iconUrl.trim() }),
  })
  const form = useForm({
    initial: { visibility, category: category ?? '', setupUrl: setupUrl ?? '', iconUrl: '' },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  return (
    <form className="card" {...form.props}>
      <Stack gap="lg">
        <PluginFields draft={form.values} issueAt={form.issueAt} set={form.set} icon={icon} />
        <ProblemNotice error={form.error} own={{ invalid_state_transition: t.staysPrivate }} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function DetailsShown({ plugin: { category, setupUrl, visibility } }: { plugin: OwnPlugin }) {
  const t = useTexts(ownPluginTexts)
  return (
    <dl className="card facts">
      <div>
        <dt>{t.visibility}</dt>
        <dd>{t.visibilities[visibility]}</dd>
      </div>
      <div>
        <dt>{t.category}</dt>
        <dd dir="auto">{category ?? t.nothing}</dd>
      </div>
      <div>
        <dt>{t.setupUrl}</dt>
        <dd>{setupUrl === null ? t.nothing : <Ltr>{setupUrl}</Ltr>}</dd>
      </div>
    </dl>
  )
}
