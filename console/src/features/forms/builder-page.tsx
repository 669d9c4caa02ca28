import { INPUT } from 'virtual:staff-input/saveFormDraft'
import type { FormField } from '@clinic/contract/form-fields.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { builder } from './builder-texts.ts'
import { FieldEditor } from './field-editor.tsx'
import { FieldList } from './field-list.tsx'
import { type ClinicForm, FORMED, newField } from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import { FormSettings } from './form-settings.tsx'

/** Where the questions of a form are written. */
export function BuilderPage() {
  const t = useTexts(builder)
  const id = useRoomParam('id')
  return (
    <Room title={t.title} lead={t.lead} wide>
      <Loaded query={useReadAll('listClinicForms', {})} rows={3} height={160}>
        {all => {
          const form = all.find(one => one.id === id)
          if (!form) return <Empty title={t.none} />
          return (
            <Stack gap="lg">
              <Builder key={`draft ${form.draft.version}`} form={form} />
              <FormSettings key={`form ${form.version}`} form={form} />
            </Stack>
          )
        }}
      </Loaded>
    </Room>
  )
}

function useSaving({ id, draft, title }: ClinicForm) {
  const t = useTexts(builder)
  const of = { version: draft.version, words: { fields: { fields: t.questions } }, isOne: true }
  const saving = useWrite('saveFormDraft', { changes: FORMED, said: () => t.saved, of })
  const publishing = useWrite('publishForm', { changes: FORMED, said: () => t.published(title), of })
  const [initial] = useState<{ fields: FormField[] }>({ fields: draft.fields })
  const form = useForm({
    initial,
    check: values => issuesOf(INPUT, { id, ...values }),
    send: values => saving.mutateAsync({ id, ...values }),
  })
  return { form, publishing }
}

/** The questions, the one that is chosen, and how patients read them in both languages. */
function Builder({ form: clinicForm }: { form: ClinicForm }) {
  const t = useTexts(builder)
  const { title } = clinicForm
  const { form, publishing } = useSaving(clinicForm)
  const errorAt = useErrorAt(form, INPUT)
  const [chosen, choose] = useState(0)
  const { fields } = form.values
  const field = fields[chosen]
  const change = (next: FormField[], place = chosen) => {
    form.set({ fields: next })
    choose(Math.max(0, Math.min(place, next.length - 1)))
  }
  return (
    <form {...form.props} aria-label={title}>
      <Stack gap="lg">
        <Deeds form={clinicForm} {...{ edited: form.edited, pending: form.pending, publishing }} />
        <ProblemNotice error={form.error} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title={t.questions} lead={t.moveLead}>
            <FieldList {...{ fields, chosen, choose, change }} />
            <Button
              mt="md"
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => change([...fields, newField(fields)], fields.length)}
            >
              {t.add}
            </Button>
          </Section>
          {field && (
            <Section title={t.question}>
              <FieldEditor
                key={field.key}
                field={field}
                earlier={fields.slice(0, chosen)}
                errorAt={path => errorAt(`/fields/${chosen}${path}`)}
                change={next => change(fields.map((one, place) => (place === chosen ? next : one)))}
                remove={() => change(fields.filter((_, place) => place !== chosen))}
              />
            </Section>
          )}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <FormPreview language="en" {...{ title, fields }} />
          <FormPreview language="ar" {...{ title, fields }} />
        </SimpleGrid>
      </Stack>
    </form>
  )
}

interface DeedsProps {
  form: ClinicForm
  edited: boolean
  pending: boolean
  publishing: ReturnType<typeof useSaving>['publishing']
}

/** What is saved is published next. */
function Deeds({ form: { id, unpublished }, edited, pending, publishing }: DeedsProps) {
  const t = useTexts(builder)
  return (
    <>
      <Group gap="sm">
        <Button type="submit" loading={pending} disabled={!edited}>
          {t.save}
        </Button>
        <Button
          variant="default"
          loading={publishing.isPending}
          disabled={edited || !unpublished}
          onClick={() => publishing.mutate({ id })}
        >
          {t.publish}
        </Button>
      </Group>
      <ProblemNotice error={publishing.error} own={{ validation_failed: t.unfit }} />
    </>
  )
}
