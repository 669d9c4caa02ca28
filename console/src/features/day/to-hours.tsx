import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useMay } from '../../lib/use-session.ts'

/** Where it is said when a doctor works at the branch that is shown; nothing for those who may not say it. */
export function useToHours(doctorId?: string) {
  const { clinicId } = useClinicApi()
  const { branch } = useBranch()
  if (!useMay('settings:manage') || !branch) return undefined
  return { to: hrefOf(clinicId, 'settingsBranch', { id: branch.id }), search: { doctor: doctorId } }
}

/** The way there, as a part of a sentence. */
export function ToHours({ children }: { children: ReactNode }) {
  const hours = useToHours()
  return hours ? <Link {...hours}>{children}</Link> : null
}
