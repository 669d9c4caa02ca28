import { INPUT } from 'virtual:staff-input/addForm'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { builder } from './builder-texts.ts'
import { type ClinicForm, FORMED } from './form-draft.ts'
import { WithNew } from './with-new.tsx'

/** What patients fill in, and the way to where it is written. */
export function FormsList() {
  const t = useTexts(builder)
  return (
    <WithNew name="form" title={t.newForm} form={() => <NewForm />}>
      <Loaded query={useReadAll('listClinicForms', {})} rows={3} height={48}>
        {all => <Forms forms={all} />}
      </Loaded>
    </WithNew>
  )
}

const stateOf = ({ active, currentVersion, unpublished }: ClinicForm) =>
  active ? (currentVersion === null ? 'NEW' : unpublished ? 'CHANGED' : 'CURRENT') : 'OFF'
const TONES = { NEW: 'quiet', CHANGED: 'warn', CURRENT: 'ok', OFF: 'quiet' } as const

function Forms({ forms }: { forms: readonly ClinicForm[] }) {
  const mayEdit = useMay('settings:manage')
  const t = useTexts(builder)
  const navigate = useNavigate()
  const { clinicId } = useClinicApi()
  const columns: readonly Column<ClinicForm>[] = [
    { key: 'title', title: t.name, cell: ({ title }) => <Name>{title}</Name>, by: ({ title }) => title },
    {
      key: 'state',
      title: t.state,
      cell: form => (
        <span className="tag" data-tone={TONES[stateOf(form)]}>
          {t.states[stateOf(form)]}
        </span>
      ),
    },
    {
      key: 'version',
      title: t.version,
      cell: ({ currentVersion }) => currentVersion && <Ltr>{String(currentVersion.versionNum)}</Ltr>,
    },
  ]
  const opening = { onOpen: ({ id }: ClinicForm) => void navigate({ to: hrefOf(clinicId, 'form', { id }) }) }
  return (
    <Grid
      label={t.forms}
      rows={forms}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ title }) => plainName(title)}
      {...(mayEdit && opening)}
      empty={
        <Empty icon={<IconForms size={22} stroke={1.6} />} title={t.noForms}>
          {t.noFormsLead}
        </Empty>
      }
    />
  )
}

/** Begins a form: its questions are written where it opens. */
function NewForm() {
  const t = useTexts(builder)
  const navigate = useNavigate()
  const { clinicId } = useClinicApi()
  const adding = useWrite('addForm', { changes: FORMED })
  const form = useForm<{ title: string; multipleSubmissionsAllowed: boolean }, Returned<'addForm'>>({
    initial: { title: '', multipleSubmissionsAllowed: false },
    check: values => issuesOf(INPUT, { ...values, title: values.title.trim() }),
    send: values => adding.mutateAsync({ ...values, title: values.title.trim() }),
    leave: ({ id }) => void navigate({ to: hrefOf(clinicId, 'form', { id }) }),
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label={t.name}
          required
          dir="auto"
          maxLength={200}
          data-autofocus
          value={form.values.title}
          error={errorAt('/title')}
          onChange={event => form.set({ title: event.currentTarget.value })}
        />
        <Checkbox
          label={t.several}
          checked={form.values.multipleSubmissionsAllowed}
          onChange={event => form.set({ multipleSubmissionsAllowed: event.currentTarget.checked })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
