import { INPUT as ADDED } from 'virtual:staff-input/addProcedure'
import { INPUT as CHANGED } from 'virtual:staff-input/updateProcedure'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { ProcedureSupplies } from '../stock/procedure-supplies.tsx'
import {
  NEW_PROCEDURE,
  PRICE_LIST_CHANGED,
  type Procedure,
  procedureChanges,
  procedureDraft,
  procedureOf,
} from './procedure-draft.ts'
import { ProcedureFields } from './procedure-fields.tsx'
import { procedureTexts } from './texts.ts'

/** Adds a line to the price list. */
export function NewProcedure({ currency }: { currency: string }) {
  const { saved } = useTexts(settings)
  const { close } = useDrawer()
  const adding = useWrite('addProcedure', { changes: PRICE_LIST_CHANGED, said: () => saved })
  const form = useForm({
    initial: NEW_PROCEDURE,
    check: draft => issuesOf(ADDED, procedureOf(draft)),
    send: draft => adding.mutateAsync(procedureOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form}>
      <ProcedureFields values={form.values} set={form.set} {...{ errorAt, currency }} />
    </AddForm>
  )
}

/** Changes one. */
export function EditProcedure({ procedure, currency }: { procedure: Procedure; currency: string }) {
  const t = useTexts(procedureTexts)
  const { saved } = useTexts(settings)
  const { id, version } = procedure
  const [initial] = useState(() => procedureDraft(procedure))
  const shown = useShown()
  const saving = useWrite('updateProcedure', {
    changes: PRICE_LIST_CHANGED,
    said: () => saved,
    of: { version, words: { fields: t.fields, shown } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...procedureOf({ ...draft, order: draft.order.trim() || '?' }) }),
    send: draft => saving.mutateAsync({ id, ...procedureChanges(procedure, draft) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <Stack gap="xl">
      <SaveForm form={form} label={t.procedure}>
        <ProcedureFields values={form.values} set={form.set} {...{ errorAt, currency }} />
      </SaveForm>
      <ProcedureSupplies id={id} />
    </Stack>
  )
}

/** What another changed meanwhile, by its name where it goes by an id. */
function useShown() {
  const t = useTexts(procedureTexts)
  const { data: groups = [] } = useReadAll('listProcedureGroups', {})
  const { data: templates = [] } = useReadAll('listConsentTemplates', {})
  const colors = new Map<string, string>(Object.entries(t.colors))
  return (field: string, value: unknown): string | undefined => {
    if (field === 'color') return colors.get(String(value))
    if (field !== 'groupId' && field !== 'consentTemplateId') return undefined
    return [...groups, ...templates].find(({ id }) => id === value)?.name
  }
}
