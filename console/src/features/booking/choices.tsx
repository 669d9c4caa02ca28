import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { doctorsAt } from './doctors-at.ts'
import { booking } from './texts.ts'

interface ProceduresProps {
  workplace: Returned<'getWorkplace'>
  chosen: string[]
  onChange: (procedureIds: string[]) => void
  error?: string | undefined
}

/** What the visit is for. */
export function ProcedureChoice({ workplace, chosen, onChange, error }: ProceduresProps) {
  const t = useTexts(booking)
  const { language } = useLanguage()
  return (
    <MultiSelect
      size="md"
      label={t.procedures}
      data={workplace.procedures.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))}
      value={chosen}
      onChange={onChange}
      error={error}
      searchable
      openOnFocus={false}
      limit={50}
      maxValues={10}
      hidePickedOptions
    />
  )
}

interface WithWhomProps {
  workplace: Returned<'getWorkplace'>
  branchId: string
  doctorId: string
  /** What stands for all doctors, where the choice may be left to who is free first. */
  any?: string
  onDoctor: (doctorId: string) => void
  /** Another branch, and who works there. */
  onBranch: (branchId: string, doctorId: string) => void
  error?: string | undefined
}

/** At which branch, with which of its doctors. */
export function WithWhom({ workplace, branchId, doctorId, any, onDoctor, onBranch, error }: WithWhomProps) {
  const t = useTexts(booking)
  const { language } = useLanguage()
  const { branches } = useBranch()
  const doctors = doctorsAt(workplace, branchId)
  const named = (one: { id: string; name: string; nameAr: string | null }) => ({
    value: one.id,
    label: plainName(nameOf(language, one)),
  })
  const isOfOwn = !workplace.permissions.includes('appointments:write')
  const all = any === undefined || isOfOwn ? [] : [{ value: '', label: any }]
  const moveTo = (branch: string) => {
    const there = doctorsAt(workplace, branch)
    const stays = there.find(({ id }) => id === doctorId)?.id
    onBranch(branch, stays ?? (all.length > 0 ? '' : (there[0]?.id ?? '')))
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: branches.length > 1 ? 2 : 1 }}>
      {branches.length > 1 && (
        <NativeSelect
          label={t.branch}
          data={branches.map(named)}
          value={branchId}
          onChange={event => moveTo(event.currentTarget.value)}
        />
      )}
      {doctors.length === 0 ? (
        <Notice tone="warn">{t.noDoctor}</Notice>
      ) : (
        <NativeSelect
          label={t.doctor}
          data={[...all, ...doctors.map(named)]}
          value={doctorId}
          onChange={event => onDoctor(event.currentTarget.value)}
          error={error}
        />
      )}
    </SimpleGrid>
  )
}
