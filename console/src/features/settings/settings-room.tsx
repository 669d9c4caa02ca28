import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import tabs from '../../ui/room-tabs.module.css'
import { settings } from './texts.ts'

interface RoomProps {
  /** Beside the title: what can be done here. */
  actions?: ReactNode
  children: ReactNode
}

/** How the practice is set up, part by part: each is a room of its own. */
export function SettingsRoom({ actions, children }: RoomProps) {
  const t = useTexts(settings)
  const { clinicId } = useClinicApi()
  const parts = [
    [hrefOf(clinicId, 'settings'), t.names.settings],
    [hrefOf(clinicId, 'settingsBranches', {}), t.names.settingsBranches],
    [hrefOf(clinicId, 'settingsPractitioners', {}), t.names.settingsPractitioners],
    [hrefOf(clinicId, 'settingsProcedures', {}), t.names.settingsProcedures],
    [hrefOf(clinicId, 'settingsAppointments', {}), t.names.settingsAppointments],
    [hrefOf(clinicId, 'settingsReminders', {}), t.names.settingsReminders],
  ] as const
  return (
    <Room title={t.title} actions={actions}>
      <nav className={tabs.tabs} aria-label={t.sections}>
        {parts.map(([to, name]) => (
          <Link key={to} to={to} className={tabs.tab}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </Room>
  )
}
