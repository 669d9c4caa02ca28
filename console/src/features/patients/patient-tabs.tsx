import type { Permission } from '@clinic/contract/staff/permissions.ts'
import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { isBusy } from '../../lib/keys.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { preferences } from '../../lib/preferences.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { useClinic } from '../../lib/use-session.ts'
import classes from '../../ui/room-tabs.module.css'
import { patientFile } from './file-texts.ts'

/** The parts of a file, each with what it takes to see it. */
const PERMISSIONS = {
  timeline: 'patients:read',
  files: 'records:read',
  forms: 'records:read',
  messages: 'messages:use',
  details: 'patients:read',
  chart: 'chart:read',
  prescriptions: 'encounters:read',
  labs: 'labs:order',
  quotations: 'quotations:read',
  tasks: 'tasks:use',
  disclosure: 'audit:read',
  privacy: 'privacy:manage',
} as const satisfies Readonly<Record<string, Permission>>
export type TabKey = keyof typeof PERMISSIONS

/** Of the parts that there are those which the role may see; the first is shown where the address names none of them. */
export function useTabs(all: readonly TabKey[]) {
  const asked = useRoomParam('tab')
  const role = useClinic()?.role
  const keys = all.filter(key => role !== undefined && isPermitted(role, PERMISSIONS[key]))
  return { keys, shown: keys.find(key => key === asked) ?? keys[0] }
}

interface PatientTabsProps {
  id: string
  keys: readonly TabKey[]
  shown: TabKey | undefined
}

export function PatientTabs({ id, keys, shown }: PatientTabsProps) {
  const t = useTexts(patientFile)
  const { clinicId } = useClinicApi()
  const hrefs = keys.map(tab => hrefOf(clinicId, 'patient', { id, tab }))
  useDigits(hrefs)
  return (
    <nav className={classes.tabs} aria-label={t.parts}>
      {keys.map((key, index) => (
        <Link
          key={key}
          to={hrefs[index]}
          className={classes.tab}
          activeOptions={{ includeSearch: false }}
          aria-current={key === shown ? 'page' : undefined}
        >
          {t.tabs[key]}
        </Link>
      ))}
    </nav>
  )
}

/** The keys 1 to 9 lead to the parts in their order. */
function useDigits(hrefs: readonly string[]): void {
  const navigate = useNavigate()
  const all = hrefs.join(' ')
  useEffect(() => {
    const press = ({ code, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const href = all.split(' ')[Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0) - 1]
      if (!href || ctrlKey || metaKey || altKey || isBusy(target) || !preferences().shortcuts) return
      void navigate({ to: href })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [all, navigate])
}
