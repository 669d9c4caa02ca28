import { Group, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { nameOf } from '../lib/session.ts'
import { useClinic } from '../lib/use-session.ts'
import { Name, plainName } from './isolated.tsx'
import { ui } from './texts.ts'

/** Whether a heading was shown since the page was loaded. */
let hasArrived = false

interface HeadingProps {
  children: string
  /** The clinic or publisher that it is said of. */
  of?: string | undefined
  size?: string
  person?: string | undefined
}

/** The heading of another room takes the focus, so that a screen reader says where one has come. */
export function Heading({ children, of, size = 'h2', person }: HeadingProps) {
  const t = useTexts(ui)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [children, of, t.product].filter(Boolean).join(' · ')
  }, [children, of, t])
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
      {person === undefined ? children : <Name>{person}</Name>}
    </Title>
  )
}

/** What the rooms are of where that is no clinic, such as a publisher. */
export const WorkplaceName = createContext<string | undefined>(undefined)

interface RoomProps {
  title: string
  /** Shown in place of the title where the room is about a person: it stands in no title of a window or tab. */
  person?: string
  lead?: string
  /** Beside the title: how it stands. */
  state?: ReactNode
  actions?: ReactNode
  /** It takes the whole width of the window. */
  wide?: boolean
  children: ReactNode
}

/** A page of the console: what it is, what it is for, what can be done. */
export function Room({ title, person, lead, state, actions, wide = false, children }: RoomProps) {
  const { language } = useLanguage()
  const clinic = useClinic()
  const workplace = use(WorkplaceName) ?? (clinic && plainName(nameOf(language, clinic)))
  return (
    <div className="room" data-wide={wide || undefined}>
      <div className="room-head">
        <div>
          <Group gap="sm">
            <Heading of={workplace} person={person}>
              {title}
            </Heading>
            {state && <div>{state}</div>}
          </Group>
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
}
