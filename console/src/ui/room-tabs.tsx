import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUrlState } from '../lib/url-state.ts'
import classes from './room-tabs.module.css'

interface RoomTabsProps<Key extends string> {
  label: string
  /** In their order; the first is shown where the address names none. */
  tabs: Readonly<Partial<Record<Key, string>>>
}

/** The parts of a room, each at an address of its own. */
export function RoomTabs<Key extends string>({ label, tabs }: RoomTabsProps<Key>) {
  const shown = useTab(tabs)
  const nav = useRef<HTMLElement>(null)
  // On a phone they are wider than the window.
  useEffect(() => {
    if (shown !== undefined)
      nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav className={classes.tabs} aria-label={label} ref={nav}>
      {Object.entries<string | undefined>(tabs).map(([key, title], index) => (
        <Link
          key={key}
          to="."
          search={{ tab: index === 0 ? undefined : key }}
          className={classes.tab}
          // The first, which the address does not name, is not also shown where another is.
          activeOptions={{ explicitUndefined: true }}
          aria-current={key === shown ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** The part that is shown. */
export function useTab<Key extends string>(tabs: Readonly<Partial<Record<Key, string>>>): Key | undefined {
  const { read } = useUrlState()
  const isTab = (name: string): name is Key => Object.hasOwn(tabs, name)
  const keys = Object.keys(tabs).filter(isTab)
  return keys.find(key => key === read('tab')) ?? keys[0]
}
