import { INPUT as ADDED } from 'virtual:staff-input/addProcedureGroup'
import { INPUT as CHANGED } from 'virtual:staff-input/updateProcedureGroup'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Loaded } from '../../ui/states.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { PRICE_LIST_CHANGED } from './procedure-draft.ts'
import { procedureTexts } from './texts.ts'

type Heading = Returned<'addProcedureGroup'>

/** The headings of the price list: each is renamed and moved in its place, and one is added below. */
export function Groups() {
  const t = useTexts(procedureTexts)
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t.groupsLead}</Text>
      <Loaded query={useReadAll('listProcedureGroups', {})} rows={3} height={72}>
        {groups => groups.map(group => <EditGroup key={group.id} group={group} />)}
      </Loaded>
      <NewGroup />
    </Stack>
  )
}

function EditGroup({ group: { id, name, order } }: { group: Heading }) {
  const t = useTexts(procedureTexts)
  const { saved } = useTexts(settings)
  const saving = useWrite('updateProcedureGroup', { changes: PRICE_LIST_CHANGED, said: () => saved })
  const inputOf = (draft: { name: string; order: string }) => ({
    ...{ id, name: draft.name.trim(), order: numberTyped(draft.order) },
  })
  const form = useForm({
    initial: { name, order: String(order) },
    check: draft => issuesOf(CHANGED, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  const { values, set } = form
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <SaveForm form={form} label={plainName(name)}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          dir="auto"
          label={t.groupName}
          required
          value={values.name}
          error={errorAt('/name')}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <TextInput
          w={120}
          dir="ltr"
          inputMode="numeric"
          label={t.place}
          required
          value={values.order}
          error={errorAt('/order')}
          onChange={event => set({ order: event.currentTarget.value })}
        />
      </Group>
    </SaveForm>
  )
}

function NewGroup() {
  const t = useTexts(procedureTexts)
  const { saved } = useTexts(settings)
  const adding = useWrite('addProcedureGroup', { changes: PRICE_LIST_CHANGED, said: () => saved })
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => issuesOf(ADDED, { name: name.trim() }),
    send: ({ name }) => adding.mutateAsync({ name: name.trim() }),
    leave: () => form.reset(),
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form} label={t.newGroup}>
      <TextInput
        dir="auto"
        label={t.newGroup}
        required
        value={form.values.name}
        error={errorAt('/name')}
        onChange={event => form.set({ name: event.currentTarget.value })}
      />
    </AddForm>
  )
}
