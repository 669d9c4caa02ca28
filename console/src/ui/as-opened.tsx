import { createContext, Fragment, type ReactNode, useState } from 'react'

/** Told by the form within whether something is typed that is not saved. */
export const TypedInto = createContext<(isEdited: boolean) => void>(() => undefined)

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
      <Fragment key={shown.version}>{children(shown)}</Fragment>
    </TypedInto>
  )
}
