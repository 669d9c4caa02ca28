import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useUrlState } from '../lib/url-state.ts'
import { focusBack } from './focus.ts'
import { useOwnEscape } from './own-escape.ts'
import { ui } from './texts.ts'
import { BesideRoom } from './unsaved.tsx'

/** Which drawer of the room is open, as its address says. */
export function useDrawer() {
  const { read, write } = useUrlState()
  return {
    opened: read('open'),
    open: (name: string) => write({ open: name }, { push: true }),
    close: () => write({ open: '' }),
  }
}

interface UrlDrawerProps {
  name: string
  title: string
  /** Made when the drawer is opened. */
  children: () => ReactNode
}

/** Beside the room, at an address of its own: the way back closes it, and a link opens it. */
export function UrlDrawer({ name, ...rest }: UrlDrawerProps) {
  const { opened, close } = useDrawer()
  return <SideDrawer {...rest} isOpen={opened === name} close={close} />
}

interface SideDrawerProps extends Omit<UrlDrawerProps, 'name'> {
  isOpen: boolean
  close: () => void
}

/** What opens beside the room, whatever says that it is open. */
export function SideDrawer({ title, isOpen, close, children }: SideDrawerProps) {
  const t = useTexts(ui)
  const content = useOwnEscape<HTMLDivElement>(isOpen, close)
  // The component's own way back knows no opener where an address led here, and none where the room takes it away whole.
  useEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => focusBack(opener)
  }, [isOpen])
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      title={title}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {isOpen && (
        <BesideRoom>
          <div ref={content}>{children()}</div>
        </BesideRoom>
      )}
    </Drawer>
  )
}
