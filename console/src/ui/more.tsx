import { Button, Group } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Below a list that goes on. */
export function More({ query }: { query: Paged }) {
  const words = useTexts(ui)
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.more}
      </Button>
    </Group>
  )
}
