import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useUrlState } from '../../lib/url-state.ts'
import { Name, plainName } from '../isolated.tsx'
import { sorted } from './column.ts'
import classes from './grid.module.css'
import { type GridProps, headed, Opener, Tick, useTicked } from './grid-parts.tsx'
import { GridTable } from './grid-table.tsx'
import { NoneFound } from './none-found.tsx'

/**
 * Rows of one kind: on a desk a table, on a phone cards. Sort, filters and what is ticked stand in the address; the
 * arrow keys, J and K walk the rows.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, filters = [], empty, bulk, idOf } = props
  const { read } = useUrlState()
  const ticked = useTicked()
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  if (rows.length === 0) return filters.some(name => read(name) !== '') ? <NoneFound filters={filters} /> : empty
  const shown = sorted(rows, columns, read('sort'))
  const chosen = shown.filter(row => ticked.ids.includes(idOf(row)))
  return (
    <>
      {bulk && chosen.length > 0 && <div className={classes.bar}>{bulk(chosen)}</div>}
      {phone ? <Cards {...props} rows={shown} /> : <GridTable {...props} rows={shown} />}
    </>
  )
}

function Cards<Row>(props: GridProps<Row>) {
  const { label, rows, under } = props
  const parts = headed(rows, under)
  return parts.map(([heading, of]) =>
    heading === '' ? (
      <CardList key={heading} {...props} rows={of} />
    ) : (
      <section key={heading} className={classes.part} aria-label={plainName(heading)}>
        <Title order={3} size="h5" mb={8}>
          <Name>{heading}</Name>
        </Title>
        <CardList {...props} label={`${label}: ${plainName(heading)}`} rows={of} />
      </section>
    ),
  )
}

function CardList<Row>(props: GridProps<Row>) {
  const { label, rows, columns, idOf, bulk } = props
  const [, ...others] = columns
  const facts = others.filter(({ isDeed }) => !isDeed)
  const deeds = others.filter(({ isDeed }) => isDeed)
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(row => (
        <li key={idOf(row)} className={classes.card}>
          <div className={classes.head}>
            {bulk && <Tick {...props} row={row} />}
            <Opener {...props} row={row} />
          </div>
          <dl className={classes.facts}>
            {facts.map(({ key, title, cell }) => (
              <CardFact key={key} title={title}>
                {cell(row)}
              </CardFact>
            ))}
          </dl>
          {deeds.map(({ key, cell }) => (
            <div key={key} className={classes.deed}>
              {cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** What a row says nothing about is no line of its card. */
const CardFact = ({ title, children }: { title: string; children: ReactNode }) =>
  children === null || children === undefined || children === false || children === '' ? null : (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
