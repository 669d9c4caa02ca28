import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

/** Whether a heading was shown since the page was loaded. */
let hasArrived = false

/** The heading of another room takes the focus, so that a screen reader says where one has come. */
export function Heading({ children, size = 'h2' }: { children: string; size?: string }) {
  const t = useTexts(ui)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · ${t.product}`
  }, [children, t])
  useEffect(() => {
    const isFirst = !hasArrived
    hasArrived = true
    // A page that has just been loaded is read from its beginning.
    if (isFirst) return
    const inPlace = document.activeElement
    if (inPlace === null || inPlace === document.body || !inPlace.matches('input')) heading.current?.focus()
  }, [])
  return (
    <Title order={1} size={size} ref={heading} tabIndex={-1}>
      {children}
    </Title>
  )
}

/** Where the focus goes when what it was on is gone. */
export const focusHeading = (): void => document.querySelector('h1')?.focus()

interface RoomProps {
  title: string
  lead?: string
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console: what it is, what it is for, what can be done. */
export const Room = ({ title, lead, actions, children }: RoomProps) => (
  <div className="room">
    <div className="room-head">
      <div>
        <Heading>{title}</Heading>
        {lead && (
          <Text c="dimmed" mt={6} maw={620}>
            {lead}
          </Text>
        )}
      </div>
      {actions && <div>{actions}</div>}
    </div>
    {children}
  </div>
)
