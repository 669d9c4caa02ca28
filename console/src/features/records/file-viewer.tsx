import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconContrast, IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { focusBack } from '../../ui/focus.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useOwnEscape } from '../../ui/own-escape.ts'
import { ui } from '../../ui/texts.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { isPicture, type KeptFile } from './patient-record.ts'
import { Picture } from './picture.tsx'
import classes from './records.module.css'
import { RenameFile } from './rename-file.tsx'
import { recordTexts } from './texts.ts'

interface ViewerProps {
  file: KeptFile
  /** Among which the arrows lead on. */
  files: readonly KeptFile[]
}

const ZOOMS = [1, 1.5, 2, 3, 4, 6]

/** A file as large as the window: a picture is made larger and turned into its negative; what is no picture is downloaded. */
export function FileViewer({ file, files }: ViewerProps) {
  const t = useTexts(recordTexts)
  const words = useTexts(ui)
  const { open, close } = useDrawer()
  const view = useView()
  const content = useOwnEscape<HTMLDivElement>(true, close)
  useEffect(() => {
    const opener = document.activeElement
    return () => focusBack(opener)
  }, [])
  const at = files.findIndex(({ id }) => id === file.id)
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.key === 'ArrowRight' ? files[at + 1] : event.key === 'ArrowLeft' ? files[at - 1] : undefined
    if (next) open(next.id)
    else if (event.key === '+') view.larger()
    else if (event.key === '-') view.smaller()
    else if (event.code === 'KeyI') view.invert()
  }
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      title={<span className="name">{plainName(file.name)}</span>}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack ref={content} onKeyDown={press}>
        <Deeds file={file} view={view} />
        {isPicture(file) ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its place is moved by the arrows
          <section className={classes.stage} aria-label={t.picture} tabIndex={0}>
            <Picture
              file={file}
              alt={plainName(file.name)}
              className={classes.picture}
              style={{ ...sized(view.zoom), filter: view.isInverted ? 'invert(1)' : 'none' }}
            />
          </section>
        ) : (
          <Text c="dimmed">{t.notShown}</Text>
        )}
      </Stack>
    </Modal>
  )
}

/** The whole picture at first. */
const sized = (zoom: number) => ({ width: `${zoom * 100}%`, height: `${zoom * 100}%` })

type View = ReturnType<typeof useView>

/** How large a picture is shown, and whether as its negative. */
function useView() {
  const [step, setStep] = useState(0)
  const [isInverted, setInverted] = useState(false)
  const to = (next: number) => setStep(Math.min(Math.max(next, 0), ZOOMS.length - 1))
  return {
    zoom: ZOOMS[step] ?? 1,
    isInverted,
    isLargest: step === ZOOMS.length - 1,
    isSmallest: step === 0,
    larger: () => to(step + 1),
    smaller: () => to(step - 1),
    invert: () => setInverted(!isInverted),
  }
}

function Deeds({ file, view }: { file: KeptFile; view: View }) {
  const t = useTexts(recordTexts)
  const writes = useMay('records:write')
  return (
    <Group gap="sm" align="flex-end">
      {isPicture(file) && (
        <>
          <Button
            variant="default"
            leftSection={<IconZoomIn size={18} aria-hidden />}
            onClick={view.larger}
            disabled={view.isLargest}
          >
            {t.larger}
          </Button>
          <Button
            variant="default"
            leftSection={<IconZoomOut size={18} aria-hidden />}
            onClick={view.smaller}
            disabled={view.isSmallest}
          >
            {t.smaller}
          </Button>
          <Button
            variant="default"
            leftSection={<IconContrast size={18} aria-hidden />}
            onClick={view.invert}
            aria-pressed={view.isInverted}
          >
            {t.invert}
          </Button>
        </>
      )}
      <Button
        component="a"
        href={file.downloadUrl}
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t.download}
      </Button>
      {writes && <RenameFile file={file} />}
    </Group>
  )
}
