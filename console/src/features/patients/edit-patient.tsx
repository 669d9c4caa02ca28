import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { editTexts } from './edit-texts.ts'

const EditForm = lazy(() => import('./edit-form.tsx').then(module => ({ default: module.EditForm })))

/** Opens the form that changes what is said of a patient, beside the file. */
export function EditPatient({ patient: { id } }: { patient: { id: string } }) {
  const t = useTexts(editTexts)
  const { open } = useDrawer()
  const writes = useMay('patients:write')
  useRoomKeys({ e: writes ? () => open('edit') : undefined })
  if (!writes) return null
  return (
    <>
      <Button variant="default" onClick={() => open('edit')} aria-keyshortcuts="e">
        {t.edit}
      </Button>
      <UrlDrawer name="edit" title={t.title}>
        {() => <Opened id={id} />}
      </UrlDrawer>
    </>
  )
}

function Opened({ id }: { id: string }) {
  const file = useRead('getPatientFile', { id })
  return (
    <Loaded query={file} rows={6} height={60}>
      {found => (
        <Suspense fallback={<Loading rows={6} height={60} />}>
          <EditForm file={found} />
        </Suspense>
      )}
    </Loaded>
  )
}
