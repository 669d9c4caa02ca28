import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useUrlState } from '../lib/url-state.ts'
import { ui } from './texts.ts'

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
export function UrlDrawer({ name, title, children }: UrlDrawerProps) {
  const t = useTexts(ui)
  const { opened, close } = useDrawer()
  return (
    <Drawer opened={opened === name} onClose={close} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      {opened === name && children()}
    </Drawer>
  )
}
