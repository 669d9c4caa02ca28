import { IconBuildingHospital, IconBuildingStore } from '@tabler/icons-react'
import { use } from 'react'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { nameOf } from '../lib/session.ts'
import { useClinic } from '../lib/use-session.ts'
import { Name } from '../ui/isolated.tsx'
import { WorkplaceName } from '../ui/room.tsx'
import { shell } from './texts.ts'

/** The clinic of the address, where that is of no other workplace. */
export function useClinicHere() {
  const clinic = useClinic()
  return use(WorkplaceName) === undefined ? clinic : undefined
}

/** The workplace by its name, for those who have no other. */
export function PlainWorkplace() {
  const other = use(WorkplaceName)
  const clinic = useClinicHere()
  if (other === '' || (other === undefined && clinic === undefined)) return null
  return (
    <span className="clinic-name">
      <WorkplaceSign />
      <WorkplaceTitle />
    </span>
  )
}

export function WorkplaceSign() {
  const Icon = use(WorkplaceName) === undefined ? IconBuildingHospital : IconBuildingStore
  return <Icon size={18} stroke={1.6} aria-hidden />
}

export function WorkplaceTitle() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const other = use(WorkplaceName)
  const clinic = useClinicHere()
  return (
    <>
      <Name>{other ?? (clinic ? nameOf(language, clinic) : '')}</Name>
      {clinic?.sandbox && (
        <span className="tag" data-tone="warn">
          {t.testClinic}
        </span>
      )}
    </>
  )
}
