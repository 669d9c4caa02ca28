import classes from './money.module.css'
import { Amount } from './money-parts.tsx'

/** What something would come to, as the clinic computes it, row by row. */
export function FigureList({
  title,
  figures,
}: {
  title: string
  figures: readonly (readonly [name: string, amount: number])[]
}) {
  return (
    <section aria-label={title}>
      <dl className={classes.figures}>
        {figures.flatMap(([name, amount]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} amount`}>
            <Amount of={amount} />
          </dd>,
        ])}
      </dl>
    </section>
  )
}
