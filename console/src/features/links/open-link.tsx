import { Button, Group, Text } from '@mantine/core'
import type { ClinicOperationId, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { links } from './texts.ts'

interface OpenLinkProps {
  link: Returned<'getClinicQuotation'>['link']
  mayEnd: boolean
  changes: readonly ClinicOperationId[]
}

/** That a link is open, and the way to end it. */
export function OpenLink({ link, mayEnd, changes }: OpenLinkProps) {
  const t = useTexts(links)
  const ending = useWrite('revokePatientLink', { changes, said: () => t.ended })
  if (link === null || link.state !== 'OPEN') return null
  return (
    <>
      <ProblemNotice error={ending.error} />
      <Group gap="sm">
        <Text>
          {t.linkOpen} <Moment at={link.expiresAt} />
        </Text>
        {mayEnd && (
          <Button
            size="compact-md"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate({ id: link.id })}
          >
            {t.endLink}
          </Button>
        )}
      </Group>
    </>
  )
}
