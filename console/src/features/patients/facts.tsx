import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is said of a patient, name by name; what is not known is left out. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

interface FactProps {
  title: string
  /** Twice as wide as others: what is not to be broken. */
  wide?: boolean
  children: ReactNode
}

export function Fact({ title, wide = false, children }: FactProps) {
  if (children === null || children === undefined) return null
  return (
    <div data-wide={wide || undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
