import { NativeSelect } from '@mantine/core'
import { useUrlState } from '../../lib/url-state.ts'
import classes from './grid.module.css'

interface Filter {
  /** As it stands in the address. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** What narrows a list down: it stands in the address, so what a person types about another is none of it. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { read, write } = useUrlState()
  return (
    <search className={classes.bar}>
      {filters.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          size="sm"
          aria-label={label}
          data={[...options]}
          value={read(name)}
          onChange={event => write({ [name]: event.currentTarget.value, after: '' })}
        />
      ))}
    </search>
  )
}
