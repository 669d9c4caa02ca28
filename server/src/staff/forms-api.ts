import * as declared from '@clinic/contract/staff/clinic-forms.ts'
import { changeAnswers, enterForm, getFormSheet, type SUBMISSION_DEEDS } from '@clinic/contract/staff/submissions.ts'
import { addForm, changeForm, publishDraft, saveFormDraft } from '../domain/forms/form.ts'
import { readSubmission, versionsOf, writtenForm, writtenForms } from '../domain/forms/read-forms.ts'
import { completeDraft, draftForm, submitForm } from '../domain/forms/submit-form.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentClinicForm, presentFormSheet, presentFormVersion } from '../present/clinic-forms.ts'

const form = async (tx: Tx, id: string) => ({ data: presentClinicForm(await writtenForm(tx, id), tx.clinic) })

async function sheet(tx: Tx, { id }: { id: string }) {
  const { submission, link } = await readSubmission(tx, id)
  const isOpen = submission.status === 'DRAFT' && tx.caller.holds('may:records:write')
  const allowed: (typeof SUBMISSION_DEEDS)[number][] = isOpen ? ['ANSWER', 'SEND'] : []
  return { data: presentFormSheet({ ...submission, link, allowed, now: tx.now }, tx.clinic) }
}

/** What patients are asked, and what they answered. */
export const formsApi = [
  implement(declared.listClinicForms, async tx => ({
    data: (await writtenForms(tx)).map(row => presentClinicForm(row, tx.clinic)),
  })),
  implement(declared.listFormVersions, async (tx, { id }) => ({
    data: (await versionsOf(tx, id)).map(row => presentFormVersion(row, tx.clinic)),
  })),
  implement(declared.addForm, async (tx, input) => form(tx, (await addForm(tx, input)).id)),
  implement(declared.updateForm, async (tx, input) => form(tx, (await changeForm(tx, input)).id)),
  implement(declared.saveFormDraft, async (tx, input) => {
    await saveFormDraft(tx, input)
    return form(tx, input.id)
  }),
  implement(declared.publishForm, async (tx, input) => {
    await publishDraft(tx, input)
    return form(tx, input.id)
  }),
  implement(getFormSheet, sheet),
  implement(enterForm, async (tx, { submit = false, ...input }) =>
    sheet(tx, await (submit ? submitForm : draftForm)(tx, input)),
  ),
  implement(changeAnswers, async (tx, { submit = false, ...input }) =>
    sheet(tx, await completeDraft(tx, { ...input, submit })),
  ),
]
