import { INPUT } from 'virtual:staff-input/addBranch'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { FactFields } from './fact-fields.tsx'
import { listIn } from './rooms-field.tsx'
import { AddForm } from './save-form.tsx'
import { settings } from './texts.ts'
import { BRANCHES_CHANGED } from './use-branch-write.ts'

const EMPTY = { name: '', nameAr: '', address: '', location: '', phones: '' }
/** Until its own hours are said: every day from nine to six. */
const USUAL = {
  opens: Array.from({ length: 7 }, () => '09:00'),
  closes: Array.from({ length: 7 }, () => '18:00'),
}

/** Opens a branch, and leads to what else is to be said of it. */
export function NewBranch() {
  const { saved } = useTexts(settings)
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const adding = useWrite('addBranch', { changes: BRANCHES_CHANGED, said: () => saved })
  const inputOf = ({ name, nameAr, address, location, phones }: typeof EMPTY) => ({
    ...{ name: name.trim(), nameAr, address, location, phones: listIn(phones), ...USUAL },
  })
  const form = useForm<typeof EMPTY, Returned<'addBranch'>>({
    initial: EMPTY,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: ({ id }) => void navigate({ to: hrefOf(clinicId, 'settingsBranch', { id }) }),
  })
  return (
    <AddForm form={form}>
      <FactFields form={form} schema={INPUT} />
    </AddForm>
  )
}
