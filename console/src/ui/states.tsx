import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { ui } from './texts.ts'

const GAP = 16

/** Grey shapes of what is coming; only if it takes long enough to be noticed, and with their place kept until then. */
export function Loading({ rows = 2, height = 148 }: { rows?: number; height?: number }) {
  const t = useTexts(ui)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 120)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap={GAP} mih={rows * (height + GAP) - GAP} aria-busy="true">
      <VisuallyHidden role="status">{late ? t.loading : ''}</VisuallyHidden>
      {late &&
        Array.from({ length: rows }, (_, row) => row).map(row => <Skeleton key={row} height={height} radius="lg" />)}
    </Stack>
  )
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
  rows?: number
  height?: number
}

/** What a query brought; until then its outline, and where it failed, why and how to go on. */
export function Loaded<Data>({ query, children, rows, height }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
  return <Loading rows={rows} height={height} />
}

/** Nothing is there yet: one sentence, and what to do about it. */
export const Empty = ({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) => (
  <Stack className="card" align="center" gap="sm" py={48} ta="center">
    {icon && (
      <span className="mark" aria-hidden="true">
        {icon}
      </span>
    )}
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw={440}>
      {children}
    </Text>
  </Stack>
)
