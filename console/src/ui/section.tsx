import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  lead?: string
  /** Beside the title: how it stands. */
  state?: ReactNode
  children: ReactNode
}

/** One matter of a room. */
export function Section({ title, lead, state, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <Group gap="sm" mb={lead ? 4 : 'md'}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {state}
      </Group>
      {lead && (
        <Text c="dimmed" mb="lg" maw={620}>
          {lead}
        </Text>
      )}
      {children}
    </section>
  )
}
