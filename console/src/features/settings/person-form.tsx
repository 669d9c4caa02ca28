import { INPUT as ADDED } from 'virtual:staff-input/addClinicPractitioner'
import { INPUT as CHANGED } from 'virtual:staff-input/updateClinicPractitioner'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useState } from 'react'
import type { ClinicOperationId } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { peopleTexts } from './people-texts.ts'
import { NEW_PERSON, type Person, personChanges, personDraft, personOf } from './person-draft.ts'
import { PersonFields } from './person-fields.tsx'
import { AddForm, SaveForm } from './save-form.tsx'
import { settings } from './texts.ts'
import { listShown } from './use-branch-write.ts'

const PEOPLE_CHANGED: readonly ClinicOperationId[] = [
  ...(['listClinicPractitioners', 'getWorkplace', 'getDay', 'listFreeSlots'] as const),
]

/** Adds a doctor or another member of the staff. */
export function NewPerson() {
  const { saved } = useTexts(settings)
  const { close } = useDrawer()
  const adding = useWrite('addClinicPractitioner', { changes: PEOPLE_CHANGED, said: () => saved })
  const form = useForm({
    initial: NEW_PERSON,
    check: draft => issuesOf(ADDED, personOf(draft)),
    send: draft => adding.mutateAsync(personOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form}>
      <PersonFields values={form.values} set={form.set} errorAt={errorAt} />
    </AddForm>
  )
}

/** Changes a member of the staff. */
export function EditPerson({ person }: { person: Person }) {
  const t = useTexts(peopleTexts)
  const { saved } = useTexts(settings)
  const { id, version } = person
  const [initial] = useState(() => personDraft(person))
  const saving = useWrite('updateClinicPractitioner', {
    changes: PEOPLE_CHANGED,
    said: () => saved,
    of: { version, words: { fields: t.fields, shown: listShown } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...personOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...personChanges(person, draft) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <SaveForm form={form} label={t.person}>
      <PersonFields values={form.values} set={form.set} errorAt={errorAt} />
    </SaveForm>
  )
}
