import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import tabClasses from '../../ui/room-tabs.module.css'
import { Loaded } from '../../ui/states.tsx'
import type { PatientProps } from './patient-props.ts'
import { PrivacyTab } from './privacy-tab.tsx'
import { patients } from './texts.ts'

/** The parts of a patient's room, by what stands in its address. */
const TABS = { privacy: PrivacyTab } as const satisfies Readonly<Record<string, ComponentType<PatientProps>>>
type TabKey = keyof typeof TABS
const TAB_KEYS: readonly TabKey[] = ['privacy']

/** One patient: who it is, and one part of what is kept of them. */
export function PatientPage() {
  const t = useTexts(patients)
  const patient = useRead('getPatientPrivacy', { id: useRoomParam('id') })
  if (patient.data) return <Shown patient={patient.data} />
  return (
    <Room title={t.title}>
      <Loaded query={patient} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

function Shown({ patient }: PatientProps) {
  const t = useTexts(patients)
  const { clinicId } = useClinicApi()
  const asked = useRoomParam('tab')
  const tab = TAB_KEYS.find(key => key === asked) ?? 'privacy'
  const Tab = TABS[tab]
  const { id, name, fileNumber, state } = patient
  return (
    <Room
      title={state === 'ANONYMISED' ? t.anonymousFile(fileNumber) : plainName(name)}
      lead={t.file(fileNumber)}
      state={<span className="tag">{t.states[state]}</span>}
    >
      <nav className={tabClasses.tabs} aria-label={t.parts}>
        {TAB_KEYS.map(key => (
          <Link key={key} to={hrefOf(clinicId, 'patient', { id, tab: key })} className={tabClasses.tab}>
            {t[key]}
          </Link>
        ))}
      </nav>
      <Tab patient={patient} />
    </Room>
  )
}
