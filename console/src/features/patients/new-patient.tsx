import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { newPatient } from './new-texts.ts'

const NewPatientForm = lazy(() => import('./new-patient-form.tsx').then(module => ({ default: module.NewPatientForm })))

/** Opens the form beside the list; it begins with what was looked for. */
export function NewPatientButton({ named = '' }: { named?: string }) {
  const t = useTexts(newPatient)
  const { open } = useDrawer()
  if (!useMay('patients:write')) return null
  return (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {named === '' ? t.create : t.createNamed(named)}
    </Button>
  )
}

export function NewPatientDrawer({ typed }: { typed: string }) {
  const t = useTexts(newPatient)
  // The branch that the file lies at is one of those in sight.
  const workplace = useRead('getWorkplace', {})
  if (!useMay('patients:write')) return null
  return (
    <UrlDrawer name="new" title={t.create}>
      {() => (
        <Loaded query={workplace} rows={6} height={60}>
          {known => (
            <Suspense fallback={<Loading rows={6} height={60} />}>
              <NewPatientForm typed={typed} workplace={known} />
            </Suspense>
          )}
        </Loaded>
      )}
    </UrlDrawer>
  )
}
