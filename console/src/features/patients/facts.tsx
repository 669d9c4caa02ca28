import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is said of a patient, name by name; what is not known is left out. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
