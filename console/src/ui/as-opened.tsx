import { createContext, Fragment, type ReactNode, type RefObject, useRef, useState } from 'react'

/** Told by the form within whether something is typed that is not saved. */
export const TypedInto = createContext<(isEdited: boolean) => void>(() => undefined)

/** What was typed while a form was being saved: the form that shows what is saved goes on with it. */
export const TypedMeanwhile = createContext<RefObject<object | undefined> | undefined>(undefined)

interface AnewProps {
  /** What the form shows at first: as it changes, the form begins anew. */
  of: string | number
  children: ReactNode
}

/** A form that begins anew as what it shows is changed, but for what is typed while it is being saved. */
export function Anew({ of, children }: AnewProps) {
  const meanwhile = useRef<object>(undefined)
  return (
    <TypedMeanwhile value={meanwhile}>
      <Fragment key={of}>{children}</Fragment>
    </TypedMeanwhile>
  )
}

interface AsOpenedProps<Row> {
  /** The record as it is by now. */
  of: Row
  /** A form of it. */
  children: (row: Row) => ReactNode
}

/**
 * A form of a record that others change meanwhile: as long as nothing is typed it shows their changes. What is typed stays, on
 * top of the record as it was then, so that saving it tells who changed the same.
 */
export function AsOpened<Row extends { version: number }>({ of, children }: AsOpenedProps<Row>) {
  const [shown, setShown] = useState(of)
  const [isEdited, setEdited] = useState(false)
  if (shown !== of && !isEdited) setShown(of)
  return (
    <TypedInto value={setEdited}>
      <Anew of={shown.version}>{children(shown)}</Anew>
    </TypedInto>
  )
}
