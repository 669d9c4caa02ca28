import { UPLOAD_CONTENT_TYPES } from '@clinic/contract/files.ts'
import { Button, Checkbox, FileButton, Group, Stack } from '@mantine/core'
import { IconPhoto, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { FileGrid } from './file-grid.tsx'
import classes from './records.module.css'
import { recordTexts } from './texts.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

const ACCEPTED = [...UPLOAD_CONTENT_TYPES, '.dcm', '.tif', '.tiff', '.bmp'].join()

/** The documents, pictures and x-rays of a patient; more are added by a button, by letting them fall, or by U. */
export function FilesTab({ id }: { id: string }) {
  const t = useTexts(recordTexts)
  const writes = useMay('records:write')
  const { uploads, add, retry, remove } = useUploads(id)
  const [areXRays, setXRays] = useState(false)
  const take = (files: readonly File[]) => writes && add(files, areXRays ? 'xray' : 'file')
  const { isOver, props } = useDrop(take)
  const pages = useReadPages('listFilesOfPatient', cursor => ({ id, limit: 100, cursor }))
  return (
    <Stack gap="md" {...(writes && props)} className={classes.drop} data-over={(writes && isOver) || undefined}>
      {writes && <Adding {...{ areXRays, setXRays, take }} />}
      <UploadList {...{ uploads, retry, remove }} />
      <Pages query={pages} height={240}>
        {files =>
          files.length === 0 ? (
            <Empty icon={<IconPhoto size={22} stroke={1.6} />} title={t.noFiles}>
              {writes && t.noFilesLead}
            </Empty>
          ) : (
            <FileGrid files={files} />
          )
        }
      </Pages>
    </Stack>
  )
}

interface AddingProps {
  areXRays: boolean
  setXRays: (are: boolean) => void
  take: (files: readonly File[]) => void
}

function Adding({ areXRays, setXRays, take }: AddingProps) {
  const t = useTexts(recordTexts)
  const button = useRef<HTMLButtonElement>(null)
  useRoomKeys({ u: () => button.current?.click() })
  return (
    <Group gap="md">
      <FileButton multiple accept={ACCEPTED} onChange={take}>
        {props => (
          <Button {...props} ref={button} leftSection={<IconUpload size={18} aria-hidden />} aria-keyshortcuts="u">
            {t.add}
          </Button>
        )}
      </FileButton>
      <Checkbox label={t.areXRays} checked={areXRays} onChange={event => setXRays(event.currentTarget.checked)} />
      <span className="small">{t.dropHint}</span>
    </Group>
  )
}

/** Takes what is let fall onto it. */
function useDrop(take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, is: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(is)
  }
  return {
    isOver,
    props: {
      onDragOver: (event: DragEvent) => over(event, true),
      onDragLeave: (event: DragEvent) => over(event, false),
      onDrop: (event: DragEvent) => {
        over(event, false)
        take([...event.dataTransfer.files])
      },
    },
  }
}
