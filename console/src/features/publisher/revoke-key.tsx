import { Button, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { keyTexts } from './key-texts.ts'

export function RevokeKey({ publisherKey: { id, name } }: { publisherKey: PublisherReturned<'listPublisherKeys'> }) {
  const t = useTexts(keyTexts)
  const revoking = usePublisherWrite('revokePublisherKey', { changes: ['listPublisherKeys'], said: () => t.revoked })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="compact-sm" onClick={open}>
          {t.revoke}
        </Button>
      )}
      title={t.revokeTitle(plainName(name))}
      deed={t.revoke}
      pending={revoking.isPending}
      error={revoking.error}
      act={() => revoking.mutateAsync({ id })}
    >
      <Text>{t.revokeLead}</Text>
    </Confirm>
  )
}
