import { INPUT } from 'virtual:staff-input/updateBranch'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Checkbox, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { Section } from '../../ui/section.tsx'
import { AffectedVisits } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { FactFields } from './fact-fields.tsx'
import { listIn, type RoomDraft, RoomsField, renamedIn, roomsDraft } from './rooms-field.tsx'
import { SaveForm } from './save-form.tsx'
import { type ClinicBranch, useBranchWrite } from './use-branch-write.ts'

/** What a branch is called, where it is, its rooms, and whether it is open. */
export function BranchFacts({ branch }: { branch: ClinicBranch }) {
  const t = useTexts(branchTexts)
  const { id, name, nameAr, address, location, phones, rooms, active } = branch
  const writing = useBranchWrite('updateBranch', branch)
  const facts = { name, nameAr, address, location, phones, rooms, active }
  return (
    <Section title={t.facts}>
      <Anew of={JSON.stringify(facts)}>
        <Fields {...{ id, facts, writing }} />
      </Anew>
      <AffectedVisits affected={writing.affected} />
    </Section>
  )
}

interface FieldsProps {
  id: string
  facts: Pick<ClinicBranch, 'name' | 'nameAr' | 'address' | 'location' | 'phones' | 'rooms' | 'active'>
  writing: ReturnType<typeof useBranchWrite<'updateBranch'>>
}

interface Draft {
  name: string
  nameAr: string
  address: string
  location: string
  phones: string
  rooms: readonly RoomDraft[]
  active: boolean
}

function Fields({ id, facts, writing: { saving, setAffected } }: FieldsProps) {
  const t = useTexts(branchTexts)
  const [initial] = useState<Draft>(() => ({
    ...{ name: facts.name, nameAr: facts.nameAr ?? '', address: facts.address ?? '', location: facts.location ?? '' },
    ...{ phones: facts.phones.join(', '), rooms: roomsDraft(facts.rooms), active: facts.active },
  }))
  const inputOf = ({ rooms, phones, ...texts }: Draft) => {
    const renamedRooms = renamedIn(rooms)
    return {
      ...{ id, ...texts, name: texts.name.trim(), phones: listIn(phones), rooms: rooms.map(room => room.name.trim()) },
      ...(renamedRooms.length > 0 && { renamedRooms }),
    }
  }
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => setAffected((await saving.mutateAsync(inputOf(draft))).affected),
  })
  const { values, set } = form
  return (
    <SaveForm form={form} label={t.facts}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <FactFields form={form} schema={INPUT} />
      </SimpleGrid>
      <RoomsField rooms={values.rooms} onChange={rooms => set({ rooms })} form={form} schema={INPUT} />
      <Checkbox
        label={t.activeLabel}
        checked={values.active}
        onChange={event => set({ active: event.currentTarget.checked })}
      />
    </SaveForm>
  )
}
