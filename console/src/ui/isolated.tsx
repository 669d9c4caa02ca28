import type { ReactNode } from 'react'
import { useFormats } from '../lib/language-choice.tsx'

/** A code, a host, an address, a number: left to right whatever surrounds it. */
export const Ltr = ({ children, className = 'code' }: { children: ReactNode; className?: string }) => (
  <bdi dir="ltr" className={className}>
    {children}
  </bdi>
)

/** Marks that change the direction of text have no place in a name that strangers chose. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
export const plainName = (name: string): string => name.replace(CONTROLS, '')

/** A name: in its own direction, without leading the text around it astray. */
export const Name = ({ children }: { children: string }) => (
  <bdi dir="auto" className="name">
    {plainName(children)}
  </bdi>
)

/** A phone number; blurred with the names where a patient stands at the desk. */
export const Phone = ({ children }: { children: string }) => <Ltr className="code name">{children}</Ltr>

/** A date and time, as the clocks of the clinic show it. */
export function Moment({ at }: { at: string }) {
  const { moment } = useFormats()
  return (
    <time dateTime={at}>
      <bdi>{moment(at)}</bdi>
    </time>
  )
}

/** A date of the calendar, such as a day of birth. */
export function CalendarDay({ date }: { date: string }) {
  const formats = useFormats()
  return (
    <time dateTime={date}>
      <bdi>{formats.date(date)}</bdi>
    </time>
  )
}

export function Day({ at }: { at: string }) {
  const { day } = useFormats()
  return (
    <time dateTime={at}>
      <bdi>{day(at)}</bdi>
    </time>
  )
}
