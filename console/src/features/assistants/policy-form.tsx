import { Button, Group, NumberInput, Radio, Stack, Switch, TagsInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { assistants } from './texts.ts'

export type Policy = Returned<'getAssistantPolicy'>
const MODES = ['ANY', 'VERIFIED', 'LISTED'] as const

/** What is asked anew when the policy was saved: what it no longer allows has ended then. */
export const POLICY_CHANGES = ['getAssistantPolicy', 'listConnections', 'listClinicConnections'] as const

type Draft = Input<'putAssistantPolicy'>

/** One part of the form: the draft, and how it is changed. */
interface Part {
  draft: Draft
  change: (changes: Partial<Draft>) => void
}

/** The policy with what the person has changed of it, which is kept whatever another saves meanwhile. */
function usePolicyDraft(policy: Policy) {
  const t = useTexts(assistants)
  const [edited, setEdited] = useState<{ of: Policy; draft: Draft }>()
  const { version, ...saved } = edited?.of ?? policy
  const draft = edited?.draft ?? saved
  const reset = () => setEdited(undefined)
  const { enabled, mode, allowed: allowedClientIds, blocked: blockedClientIds, maxDays, contactsRule } = t
  const fields = { enabled, mode, allowedClientIds, blockedClientIds, maxDays, patientContacts: contactsRule }
  const modes = new Map<unknown, string>(Object.entries(t.modes))
  const saving = useWrite('putAssistantPolicy', {
    changes: POLICY_CHANGES,
    said: () => t.saved,
    of: { version, words: { fields, shown: (_, value) => modes.get(value) }, theirs: reset },
  })
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(saved))
  return {
    ...{ draft, saving },
    change: (changes: Partial<Draft>) => setEdited({ of: { ...saved, version }, draft: { ...draft, ...changes } }),
    save: () => saving.mutate(draft, { onSuccess: reset }),
  }
}

/** Which assistants the staff of the clinic may connect, and what those may see. */
export function PolicyForm({ policy, knownIds }: { policy: Policy; knownIds: string[] }) {
  const t = useTexts(assistants)
  const { draft, saving, change, save } = usePolicyDraft(policy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const part = { draft, change }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="xl">
        <Title order={2} size="h4">
          {t.rules}
        </Title>
        <Switch
          size="md"
          checked={draft.enabled}
          onChange={event => change({ enabled: event.currentTarget.checked })}
          label={t.enabled}
          description={t.enabledLead}
        />
        <ModeChoice {...part} />
        {draft.mode !== 'ANY' && <AppList {...part} field="allowedClientIds" knownIds={knownIds} />}
        <AppList {...part} field="blockedClientIds" knownIds={knownIds} />
        <Switch
          size="md"
          checked={draft.patientContacts}
          onChange={event => change({ patientContacts: event.currentTarget.checked })}
          label={t.contactsRule}
          description={t.contactsLead}
        />
        <LongestConnection {...part} />
        <ProblemNotice error={saving.error} />
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ModeChoice({ draft, change }: Part) {
  const t = useTexts(assistants)
  return (
    <Radio.Group
      label={t.mode}
      value={draft.mode}
      onChange={value => change({ mode: MODES.find(mode => mode === value) ?? draft.mode })}
    >
      <Stack gap="sm" mt="xs">
        {MODES.map(mode => (
          <Radio key={mode} value={mode} label={t.modes[mode]} description={t.modeLeads[mode]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type AppListProps = Part & { field: 'allowedClientIds' | 'blockedClientIds'; knownIds: string[] }

/** Apps by their ids: those that are connected now are suggested. */
function AppList({ draft, change, field, knownIds }: AppListProps) {
  const t = useTexts(assistants)
  const isAllowed = field === 'allowedClientIds'
  return (
    <TagsInput
      label={isAllowed ? t.allowed : t.blocked}
      description={isAllowed ? t.allowedLead : t.blockedLead}
      placeholder={t.addId}
      data={knownIds}
      maxTags={100}
      value={draft[field]}
      onChange={value => change({ [field]: value.map(id => id.trim()) })}
    />
  )
}

function LongestConnection({ draft, change }: Part) {
  const t = useTexts(assistants)
  return (
    <NumberInput
      label={t.maxDays}
      min={1}
      max={90}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={draft.maxDays}
      onChange={value => change({ maxDays: Number(value) || 1 })}
      hideControls
      className="short-input"
    />
  )
}
