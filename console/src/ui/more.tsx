import { Button, Group } from '@mantine/core'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

export interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

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
