import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import type { Linked } from './linked.ts'
import { SendLink } from './send-link.tsx'
import { SignHere } from './sign-here.tsx'
import { links } from './texts.ts'

/** The patient answers at home, by a link, or on the tablet at the clinic. */
export function SendOrHere({ linked }: { linked: Linked }) {
  const t = useTexts(links)
  const [isHere, setHere] = useState(false)
  return (
    <Stack gap="sm">
      {isHere ? <SignHere linked={linked} /> : <SendLink linked={linked} />}
      <Group>
        <Button variant="default" onClick={() => setHere(!isHere)}>
          {isHere ? t.sendInstead : linked.kind === 'FORM' ? t.fillHere : t.here}
        </Button>
      </Group>
    </Stack>
  )
}
