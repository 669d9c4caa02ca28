import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { Name } from '../isolated.tsx'
import { ui } from '../texts.ts'
import { type Column, nextSort } from './column.ts'
import classes from './grid.module.css'
import { type GridProps, headed, Opener, Tick, useTicked, walk } from './grid-parts.tsx'

export function GridTable<Row>(props: GridProps<Row>) {
  const { label, rows, columns, idOf, bulk, under } = props
  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={label} onKeyDown={walk}>
          <thead>
            <tr>
              {bulk && (
                <th className={classes.tick}>
                  <TickAll ids={rows.map(idOf)} />
                </th>
              )}
              {columns.map(column => (
                <Title key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          {headed(rows, under).map(([heading, of]) => (
            <tbody key={heading}>
              {heading !== '' && (
                <tr className={classes.heading}>
                  <th scope="rowgroup" colSpan={columns.length + (bulk ? 1 : 0)}>
                    <Name>{heading}</Name>
                  </th>
                </tr>
              )}
              {of.map(row => (
                <TableRow key={idOf(row)} {...props} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

function TableRow<Row>(props: GridProps<Row> & { row: Row }) {
  const { row, columns, bulk } = props
  const [, ...others] = columns
  return (
    <tr>
      {bulk && (
        <td>
          <Tick {...props} />
        </td>
      )}
      <td>
        <Opener {...props} />
      </td>
      {others.map(({ key, cell }) => (
        <td key={key}>{cell(row)}</td>
      ))}
    </tr>
  )
}

function TickAll({ ids }: { ids: readonly string[] }) {
  const t = useTexts(ui)
  const ticked = useTicked()
  const count = ids.filter(id => ticked.ids.includes(id)).length
  return (
    <Checkbox
      aria-label={t.tickAll}
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={event => ticked.tickAll(event.currentTarget.checked ? ids : [])}
    />
  )
}

function Title<Row>({ column: { key, title, by, isDeed } }: { column: Column<Row> }) {
  const { read, write } = useUrlState()
  if (isDeed)
    return (
      <th scope="col">
        <VisuallyHidden>{title}</VisuallyHidden>
      </th>
    )
  if (!by) return <th scope="col">{title}</th>
  const sort = read('sort')
  const up = sort === key
  const down = sort === `-${key}`
  return (
    <th scope="col" aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => write({ sort: nextSort(key, sort) })}>
        {title}
        {up && <IconArrowUp size={14} aria-hidden />}
        {down && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}
