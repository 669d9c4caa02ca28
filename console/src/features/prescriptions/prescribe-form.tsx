import { INPUT } from 'virtual:staff-input/prescribe'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { newKey } from '../../lib/intent.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AlertTag } from '../patients/alert-tag.tsx'
import { type Draft, lineOf, prescriptionOf } from './draft.ts'
import { LineFields } from './line-fields.tsx'
import { PRESCRIBED } from './line-words.ts'
import { MedicationPicker } from './medication-picker.tsx'
import { prescriptions } from './texts.ts'

const EMPTY: Draft = { details: '', lines: [] }

interface PrescribeProps {
  about: Pick<Input<'prescribe'>, 'patientId' | 'branchId' | 'appointmentId'>
  done: (written: Returned<'prescribe'>) => void
}

/** Writes a prescription, with what the patient does not bear in sight. */
export function PrescribeForm({ about, done }: PrescribeProps) {
  const t = useTexts(prescriptions)
  const prescribing = useWrite('prescribe', { changes: PRESCRIBED, said: () => t.saved })
  const form = useForm({
    initial: EMPTY,
    check: draft => issuesOf(INPUT, prescriptionOf(about, draft)),
    send: draft => prescribing.mutateAsync(prescriptionOf(about, draft)),
    leave: done,
  })
  const errorAt = useErrorAt(form, INPUT)
  const { lines, details } = form.values
  const isEmpty = lines.length === 0 && form.issueAt('/medications') !== undefined
  return (
    <form {...form.props}>
      <Stack>
        <Alerts patientId={about.patientId} />
        {lines.map((line, place) => (
          <LineFields
            key={line.key}
            line={line}
            errorAt={field => errorAt(`/medications/${place}/${field}`)}
            set={(field, text) =>
              form.set({ lines: lines.map(one => (one.key === line.key ? { ...one, [field]: text } : one)) })
            }
            remove={() => form.set({ lines: lines.filter(one => one.key !== line.key) })}
          />
        ))}
        <MedicationPicker
          key={lines.length}
          error={isEmpty ? t.noneChosen : undefined}
          choose={(name, known) => form.set({ lines: [...lines, lineOf(newKey(), name, known)] })}
        />
        <Textarea
          label={t.remarks}
          autosize
          minRows={2}
          dir="auto"
          value={details}
          error={errorAt('/details')}
          onChange={event => form.set({ details: event.currentTarget.value })}
        />
        <ProblemNotice error={form.error} own={{ not_permitted: t.noDoctor }} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.prescribe}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Alerts({ patientId }: { patientId: string }) {
  const t = useTexts(prescriptions)
  const patient = useRead('getPatientSummary', { id: patientId })
  return (
    <section aria-label={t.alerts}>
      <Loaded query={patient} rows={1} height={40}>
        {({ alerts = [] }) =>
          alerts.length === 0 ? (
            <Text c="dimmed">{t.noAlerts}</Text>
          ) : (
            <Stack gap="xs">
              {alerts.map(alert => (
                <AlertTag key={alert.id} alert={alert} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </section>
  )
}
