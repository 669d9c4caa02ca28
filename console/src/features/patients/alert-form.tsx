import { INPUT } from 'virtual:staff-input/addPatientAlert'
import { issuesOf } from '@clinic/contract/issues.ts'
import { ALERT_KINDS, ALERT_SEVERITIES } from '@clinic/contract/staff/patient-alerts.ts'
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { alertTexts } from './alert-texts.ts'

type Alert = Returned<'listPatientAlerts'>
type Draft = Pick<Input<'addPatientAlert'>, 'kind' | 'severity' | 'text'>

/** What an alert changes that is shown. */
export const ALERT_CHANGES = ['listPatientAlerts', 'getPatientSummary'] as const

const FIRST: Draft = { kind: 'ALLERGY', severity: 'HIGH', text: '' }

export function NewAlert({ patientId }: { patientId: string }) {
  const t = useTexts(alertTexts)
  const adding = useWrite('addPatientAlert', { changes: ALERT_CHANGES, said: () => t.added })
  return <AlertForm initial={FIRST} deed={t.addDeed} send={draft => adding.mutateAsync({ id: patientId, ...draft })} />
}

export function EditAlert({ alert }: { alert: Alert }) {
  const t = useTexts(alertTexts)
  const [{ id, version, kind, severity, text }] = useState(alert)
  const saving = useWrite('updatePatientAlert', {
    changes: ALERT_CHANGES,
    said: () => t.saved,
    of: { version, words: useAlertWords() },
  })
  return (
    <AlertForm
      initial={{ kind, severity, text }}
      deed={t.save}
      send={draft => saving.mutateAsync({ id, ...changedIn(draft, { kind, severity, text }) })}
    />
  )
}

const changedIn = (draft: Draft, shown: Draft): Partial<Draft> => ({
  ...(draft.kind !== shown.kind && { kind: draft.kind }),
  ...(draft.severity !== shown.severity && { severity: draft.severity }),
  ...(draft.text !== shown.text && { text: draft.text }),
})

/** What is said where another changed the alert meanwhile. */
export function useAlertWords() {
  const { fields, kinds, severities } = useTexts(alertTexts)
  const words = new Map<unknown, string>(Object.entries({ ...kinds, ...severities }))
  return { fields, shown: (_: string, value: unknown) => words.get(value) }
}

interface AlertFormProps {
  initial: Draft
  deed: string
  send: (draft: Draft) => Promise<unknown>
}

function AlertForm({ initial, deed, send }: AlertFormProps) {
  const t = useTexts(alertTexts)
  const { close } = useDrawer()
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, { id: 'of the address', ...draft, text: draft.text.trim() }),
    send: draft => send({ ...draft, text: draft.text.trim() }),
    leave: close,
  })
  const errorAt = useErrorAt(form, INPUT)
  const { kind, severity, text } = form.values
  return (
    <form {...form.props}>
      <Stack>
        <Textarea
          label={t.fields.text}
          required
          autosize
          minRows={2}
          dir="auto"
          value={text}
          error={errorAt('/text')}
          onChange={event => form.set({ text: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.fields.kind}
          data={ALERT_KINDS.map(value => ({ value, label: t.kinds[value] }))}
          value={kind}
          onChange={event => form.set({ kind: ALERT_KINDS.find(one => one === event.currentTarget.value) ?? kind })}
        />
        <NativeSelect
          label={t.fields.severity}
          data={ALERT_SEVERITIES.map(value => ({ value, label: t.severities[value] }))}
          value={severity}
          onChange={event =>
            form.set({ severity: ALERT_SEVERITIES.find(one => one === event.currentTarget.value) ?? severity })
          }
        />
        <ProblemNotice error={form.error} own={{ invalid_state_transition: t.endedFirst }} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
