import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../lib/api.ts'
import { More, type Paged } from './more.tsx'
import { Loaded } from './states.tsx'

interface PagesProps<Item> {
  query: Paged & {
    data: InfiniteData<Page<Item>> | undefined
    error: Error | null
    refetch: () => unknown
  }
  children: (items: readonly Item[]) => ReactNode
  /** Of the outline, until it is there. */
  height?: number
}

/** The pages of a list that were asked for, and the way to the next one. */
export function Pages<Item>({ query, children, height = 160 }: PagesProps<Item>) {
  return (
    <Loaded query={query} rows={1} height={height}>
      {({ pages }) => (
        <>
          {children(pages.flatMap(({ data }) => data))}
          <More query={query} />
        </>
      )}
    </Loaded>
  )
}
