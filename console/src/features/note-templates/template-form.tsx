import { INPUT as ADDED } from 'virtual:staff-input/addNoteTemplate'
import { INPUT as CHANGED } from 'virtual:staff-input/updateNoteTemplate'
import { issuesOf } from '@clinic/contract/issues.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { AddRow } from '../settings/row-buttons.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { listShown } from '../settings/use-branch-write.ts'
import { AskedField } from './asked-field.tsx'
import {
  draftOf,
  freeFields,
  moved,
  NEW_TEMPLATE,
  newTemplateOf,
  type Template,
  type TemplateDraft,
  templateOf,
  withAnother,
} from './draft.ts'
import { Preview } from './preview.tsx'
import { noteTemplates } from './texts.ts'

const CHANGES = ['listNoteTemplates'] as const

/** Notes may begin with it from now on. */
export function NewTemplate() {
  const { saved } = useTexts(settings)
  const { close } = useDrawer()
  const adding = useWrite('addNoteTemplate', { changes: CHANGES, said: () => saved })
  const form = useForm({
    initial: NEW_TEMPLATE,
    check: draft => issuesOf(ADDED, newTemplateOf(draft)),
    send: draft => adding.mutateAsync(newTemplateOf(draft)),
    leave: close,
  })
  return (
    <AddForm form={form}>
      <Fields values={form.values} set={form.set} errorAt={useErrorAt(form, ADDED)} />
    </AddForm>
  )
}

/** Changes what notes may begin with. */
export function EditTemplate({ template }: { template: Template }) {
  const { saved } = useTexts(settings)
  const t = useTexts(noteTemplates)
  const { id, version } = template
  const [initial] = useState(() => draftOf(template))
  const saving = useWrite('updateNoteTemplate', {
    changes: CHANGES,
    said: () => saved,
    of: { version, words: { fields: t.names, shown: listShown } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...templateOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...templateOf(draft) }),
  })
  return (
    <SaveForm form={form}>
      <Fields values={form.values} set={form.set} errorAt={useErrorAt(form, CHANGED)} />
    </SaveForm>
  )
}

interface FieldsProps {
  values: TemplateDraft
  set: (changes: Partial<TemplateDraft>) => void
  errorAt: (path: string) => string | undefined
}

function Fields({ values: { name, visitType, fields }, set, errorAt }: FieldsProps) {
  const t = useTexts(noteTemplates)
  const free = freeFields(fields)
  return (
    <>
      <TextInput
        label={t.names.name}
        required
        dir="auto"
        value={name}
        error={errorAt('/name')}
        onChange={event => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label={t.names.visitType}
        description={t.visitTypeHint}
        dir="auto"
        value={visitType}
        error={errorAt('/visitType')}
        onChange={event => set({ visitType: event.currentTarget.value })}
      />
      {fields.map((asked, place) => (
        <AskedField
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone
          key={place}
          {...{ asked, place, free, isLast: place === fields.length - 1 }}
          errorAt={path => errorAt(`/fields/${place}${path}`)}
          set={changes => set({ fields: fields.with(place, { ...asked, ...changes }) })}
          move={step => set({ fields: moved(fields, place, step) })}
          remove={() => set({ fields: fields.filter(one => one !== asked) })}
        />
      ))}
      <AddRow label={t.addField} disabled={free.length === 0} onClick={() => set({ fields: withAnother(fields) })} />
      <Preview fields={fields} />
    </>
  )
}
