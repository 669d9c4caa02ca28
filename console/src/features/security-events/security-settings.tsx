import {
  MUTABLE_KINDS,
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  type SecurityEventKind,
} from '@clinic/contract/staff/security-events.ts'
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { securityTexts } from './texts.ts'

/** Of which events owners get a mail, and from when on each is one. */
export function SecuritySettings() {
  const settings = useRead('getSecuritySettings', {})
  const [round, setRound] = useState(0)
  return (
    <Loaded query={settings} rows={2} height={120}>
      {found => <Form key={round} settings={found} onTheirs={() => setRound(round + 1)} />}
    </Loaded>
  )
}

/** What is always critical cannot be switched off. */
const ALWAYS = SECURITY_EVENT_KINDS.filter(kind => {
  const levels: readonly string[] = SECURITY_EVENTS[kind]
  return levels.includes('CRITICAL') && !MUTABLE_KINDS.includes(kind)
})

interface FormProps {
  settings: Returned<'getSecuritySettings'>
  /** Shows it anew, as another has saved it. */
  onTheirs: () => void
}

/** As it was when it was opened, whatever another saves meanwhile. */
function Form({ settings: found, onTheirs }: FormProps) {
  const t = useTexts(securityTexts)
  const { close } = useDrawer()
  const [settings] = useState(found)
  const names = new Map<unknown, string>(Object.entries(t.kinds))
  const shown = (_: string, kinds: unknown) =>
    Array.isArray(kinds) && kinds.length > 0 ? kinds.map(kind => names.get(kind) ?? kind).join(', ') : undefined
  const saving = useWrite('putSecuritySettings', {
    changes: ['getSecuritySettings'],
    said: () => t.saved,
    of: { version: settings.version, words: { fields: { mutedKinds: t.muted }, shown }, theirs: onTheirs },
  })
  const form = useForm<{ muted: readonly SecurityEventKind[] }>({
    initial: { muted: settings.mutedKinds },
    check: () => [],
    send: ({ muted }) => saving.mutateAsync({ mutedKinds: [...muted] }).then(close),
  })
  const { muted } = form.values
  const mail = (kind: SecurityEventKind, on: boolean) =>
    form.set({ muted: on ? muted.filter(one => one !== kind) : [...muted, kind] })
  return (
    <form {...form.props}>
      <Stack>
        <Text>
          {t.settingsLead} {t.criticalAlways}
        </Text>
        {ALWAYS.map(kind => (
          <Checkbox key={kind} label={`${t.kinds[kind]} (${t.always})`} checked disabled readOnly />
        ))}
        {MUTABLE_KINDS.map(kind => (
          <Checkbox
            key={kind}
            label={t.kinds[kind]}
            checked={!muted.includes(kind)}
            onChange={event => mail(kind, event.currentTarget.checked)}
          />
        ))}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
        <Title order={3} size="h5">
          {t.thresholds}
        </Title>
        <Stack gap="xs">
          {Object.entries(t.thresholdList).map(([kind, sentence]) => (
            <Text key={kind} size="sm">
              {sentence}
            </Text>
          ))}
        </Stack>
      </Stack>
    </form>
  )
}
