import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen } from '../../app/room-access.ts'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useClinic } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import tabs from '../../ui/room-tabs.module.css'
import { settings } from './texts.ts'

interface RoomProps {
  /** Beside the title: what can be done here. */
  actions?: ReactNode
  children: ReactNode
}

/** How the practice is set up, part by part: each is a room of its own, for those who may open it. */
export function SettingsRoom({ actions, children }: RoomProps) {
  const t = useTexts(settings)
  const { clinicId } = useClinicApi()
  const role = useClinic()?.role
  const parts = [
    ['settings', hrefOf(clinicId, 'settings')],
    ['settingsBranches', hrefOf(clinicId, 'settingsBranches', {})],
    ['settingsPractitioners', hrefOf(clinicId, 'settingsPractitioners', {})],
    ['settingsProcedures', hrefOf(clinicId, 'settingsProcedures', {})],
    ['settingsInsurers', hrefOf(clinicId, 'settingsInsurers')],
    ['settingsAppointments', hrefOf(clinicId, 'settingsAppointments', {})],
    ['settingsMoney', hrefOf(clinicId, 'settingsMoney', {})],
    ['settingsReminders', hrefOf(clinicId, 'settingsReminders', {})],
    ['settingsNoteTemplates', hrefOf(clinicId, 'settingsNoteTemplates')],
  ] as const
  const shown = parts.filter(([key]) => role !== undefined && mayOpen(role, key))
  return (
    <Room title={t.title} actions={actions}>
      <nav className={tabs.tabs} aria-label={t.sections}>
        {shown.map(([key, to]) => (
          <Link key={key} to={to} className={tabs.tab}>
            {t.names[key]}
          </Link>
        ))}
      </nav>
      {children}
    </Room>
  )
}
