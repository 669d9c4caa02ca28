import { Button, Group, Stack } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'

interface PagesProps<Item> {
  query: {
    data: InfiniteData<Page<Item>> | undefined
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  children: (items: readonly Item[]) => ReactNode
}

/** The pages of a list that were asked for, and the way to the next one. */
export function Pages<Item>({ query, children }: PagesProps<Item>) {
  const words = useTexts(ui)
  return (
    <Loaded query={query} rows={1} height={160}>
      {({ pages }) => (
        <Stack gap="md">
          {children(pages.flatMap(({ data }) => data))}
          {query.hasNextPage && (
            <Group justify="center">
              <Button
                variant="default"
                size="sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.more}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
