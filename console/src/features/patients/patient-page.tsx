import { Group, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ChartTab } from '../chart/chart-tab.tsx'
import { LabsTab } from '../labs/labs-tab.tsx'
import { NewInvoice } from '../money/new-invoice.tsx'
import { PrescriptionsTab } from '../prescriptions/prescriptions-tab.tsx'
import { QuotationsTab } from '../quotations/quotations-tab.tsx'
import { FilesTab } from '../records/files-tab.tsx'
import { FormsTab } from '../records/forms-tab.tsx'
import { MessagesTab } from '../records/messages-tab.tsx'
import { TimelineTab } from '../records/timeline-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { DisclosureTab } from './disclosure-tab.tsx'
import { EditPatient } from './edit-patient.tsx'
import { patientFile } from './file-texts.ts'
import { NextStep } from './next-step.tsx'
import { PatientFacts } from './patient-facts.tsx'
import { PatientTabs, type TabKey, useTabs } from './patient-tabs.tsx'
import { PrivacyTab } from './privacy-tab.tsx'
import { TasksTab } from './tasks-tab.tsx'
import { patients } from './texts.ts'

const TABS: Readonly<Record<TabKey, ComponentType<{ id: string }>>> = {
  timeline: TimelineTab,
  files: FilesTab,
  forms: FormsTab,
  messages: MessagesTab,
  details: DetailsTab,
  chart: ChartTab,
  prescriptions: PrescriptionsTab,
  labs: LabsTab,
  quotations: QuotationsTab,
  tasks: TasksTab,
  disclosure: DisclosureTab,
  privacy: PrivacyTab,
}

/** One patient: who it is, and one part of what is kept of them. */
export function PatientPage() {
  const t = useTexts(patientFile)
  const id = useRoomParam('id')
  const summary = useRead('getPatientSummary', { id })
  // A file that is deleted or restricted is shown to those who see to that alone.
  const isHidden = isProblem(summary.error, 'not_found')
  useMerged(summary.error)
  const hidden = useRead('getPatientPrivacy', { id }, useMay('privacy:manage') && isHidden)
  if (!isHidden && summary.data) return <Open patient={summary.data} />
  if (isHidden && hidden.data) return <Hidden patient={hidden.data} />
  const { error, refetch } = isHidden && (hidden.isFetching || hidden.error) ? hidden : summary
  return (
    <Room title={t.title}>
      <Loaded query={{ data: undefined, error, refetch }} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

/** A file that was merged into another is read there. */
function useMerged(error: unknown): void {
  const { clinicId } = useClinicApi()
  const tab = useRoomParam('tab')
  const navigate = useNavigate()
  const into = isProblem(error, 'not_found') ? detailsOf(error).mergedIntoId : undefined
  useEffect(() => {
    if (typeof into === 'string') void navigate({ to: hrefOf(clinicId, 'patient', { id: into, tab }), replace: true })
  }, [into, clinicId, tab, navigate])
}

function Open({ patient }: { patient: Returned<'getPatientSummary'> }) {
  const t = useTexts(patientFile)
  const tabs = useTabs([
    'timeline',
    'files',
    'forms',
    'messages',
    'chart',
    'prescriptions',
    'labs',
    'quotations',
    'tasks',
    'details',
    'disclosure',
    'privacy',
  ])
  const { id, name, fileNumber, archived } = patient
  useUploadKey(id, tabs.shown)
  return (
    <Room
      title={t.title}
      person={name}
      lead={t.file(fileNumber)}
      state={archived && <span className="tag">{t.archived}</span>}
      actions={
        <Group gap="sm">
          <EditPatient patient={patient} />
          {!archived && <NewInvoice patientId={id} />}
          {!archived && <NextStep patient={patient} />}
        </Group>
      }
    >
      <Stack gap="md">
        {archived && <Notice>{t.archivedLead}</Notice>}
        <Unsigned patient={patient} />
        <PatientFacts patient={patient} />
      </Stack>
      <Part id={id} tabs={tabs} />
    </Room>
  )
}

/** U leads to where files are uploaded, and uploads there. */
function useUploadKey(id: string, shown: TabKey | undefined): void {
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const toFiles = () => void navigate({ to: hrefOf(clinicId, 'patient', { id, tab: 'files' }) })
  useRoomKeys({ u: useMay('records:write') && shown !== 'files' ? toFiles : undefined })
}

/** What is to be signed stands above everything, with the way to it for those who see forms. */
function Unsigned({ patient: { id, unsignedForms } }: { patient: Returned<'getPatientSummary'> }) {
  const t = useTexts(patientFile)
  const { clinicId } = useClinicApi()
  const seesForms = useMay('records:read')
  if (unsignedForms === 0) return null
  return (
    <Notice tone="warn">
      {t.unsigned(unsignedForms)}{' '}
      {seesForms && <Link to={hrefOf(clinicId, 'patient', { id, tab: 'forms' })}>{t.toForms}</Link>}
    </Notice>
  )
}

function Hidden({ patient }: { patient: Returned<'getPatientPrivacy'> }) {
  const words = useTexts(patients)
  const t = useTexts(patientFile)
  const { id, name, fileNumber, state } = patient
  const tabs = useTabs(['privacy', ...(state === 'ANONYMISED' ? [] : (['disclosure'] as const))])
  return (
    <Room
      title={state === 'ANONYMISED' ? words.anonymousFile(fileNumber) : t.title}
      {...(state === 'ANONYMISED' ? {} : { person: name })}
      lead={t.file(fileNumber)}
      state={<span className="tag">{words.states[state]}</span>}
    >
      <Part id={id} tabs={tabs} />
    </Room>
  )
}

function Part({ id, tabs: { shown, keys } }: { id: string; tabs: ReturnType<typeof useTabs> }) {
  const Tab = shown && TABS[shown]
  return (
    <>
      <PatientTabs id={id} keys={keys} shown={shown} />
      {Tab && <Tab id={id} />}
    </>
  )
}
