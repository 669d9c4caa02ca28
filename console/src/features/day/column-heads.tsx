import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { blockTexts } from './block-texts.ts'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import type { Drawn, Grid } from './field.ts'
import { useToHours } from './to-hours.tsx'
import { mayBlock } from './use-block.ts'
import type { ShownDay } from './use-shown-day.ts'

interface HeadsProps {
  names: readonly string[]
  grid: Grid
  shown: ShownDay
  workplace: Returned<'getWorkplace'>
  block: (column: number) => void
}

/** Whose each column is; its menu shows the same visits as a list, or the doctor's week, and blocks a time. */
export function ColumnHeads({ names, grid, ...props }: HeadsProps) {
  return (
    <div className={classes.heads}>
      {grid.drawn.map((drawn, column) => (
        <ColumnHead key={drawn.key} name={names[column] ?? ''} {...{ drawn, column }} {...props} />
      ))}
    </div>
  )
}

interface HeadProps extends Omit<HeadsProps, 'names' | 'grid'> {
  name: string
  drawn: Drawn
  column: number
}

function ColumnHead({ name, drawn, column, shown, workplace, block }: HeadProps) {
  const t = useTexts(dayTexts)
  const { blockTime } = useTexts(blockTexts)
  const { open } = useDrawer()
  const { doctorId, date } = drawn.column
  const hours = useToHours(doctorId ?? undefined)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.head} aria-label={t.headMenu(name)}>
          <Name>{name}</Name>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open(`list ${column}`)}>{t.list}</Menu.Item>
        {!shown.isWeek && doctorId !== null && <Menu.Item onClick={() => shown.showWeek(doctorId)}>{t.week}</Menu.Item>}
        {mayBlock(workplace, drawn.column) && <Menu.Item onClick={() => block(column)}>{blockTime}</Menu.Item>}
        {hours && doctorId !== null && (
          <Menu.Item renderRoot={props => <Link {...props} {...hours} />}>{t.shifts}</Menu.Item>
        )}
        {shown.isWeek && <Menu.Item onClick={() => shown.showOneDay(date)}>{t.oneDay}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
