import { Button, Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/use-session.ts'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'

interface WithNewProps {
  /** In the address. */
  name: string
  title: string
  form: () => ReactNode
  children: ReactNode
}

/** A list; who sets up the clinic adds to it. */
export function WithNew({ name, title, form, children }: WithNewProps) {
  const { open } = useDrawer()
  const mayEdit = useMay('settings:manage')
  return (
    <Stack gap="md">
      {mayEdit && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open(name)}>
            {title}
          </Button>
        </Group>
      )}
      {children}
      {mayEdit && (
        <UrlDrawer name={name} title={title}>
          {form}
        </UrlDrawer>
      )}
    </Stack>
  )
}
