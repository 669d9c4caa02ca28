import { NativeSelect, TextInput } from '@mantine/core'
import { useUrlState } from '../../lib/url-state.ts'
import classes from './grid.module.css'

interface Filter {
  /** As it stands in the address. */
  name: string
  label: string
  /** What is chosen from; a day where there is nothing to choose from. */
  options?: readonly { value: string; label: string }[]
  /** What counts where the address says nothing of it. */
  shown?: string
  /** Others that say nothing any more once this one is changed. */
  clears?: readonly string[]
}

/** What narrows a list down: it stands in the address, so what a person types about another is none of it. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { read, write } = useUrlState()
  return (
    <search className={classes.filters}>
      {filters.map(({ name, label, options, shown = '', clears = [] }) => {
        const common = { size: 'sm', 'aria-label': label, value: read(name) || shown } as const
        const change = (value: string) =>
          write({ ...Object.fromEntries(clears.map(other => [other, ''])), [name]: value, after: '' })
        if (options)
          return (
            <NativeSelect
              key={name}
              {...common}
              data={[...options]}
              onChange={event => change(event.currentTarget.value)}
            />
          )
        return (
          <span key={name} className={classes.day}>
            <span aria-hidden="true">{label}</span>
            <TextInput type="date" {...common} onChange={event => change(event.currentTarget.value)} />
          </span>
        )
      })}
    </search>
  )
}
