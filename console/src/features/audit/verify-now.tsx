import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { audit } from './texts.ts'

const LOOK_EVERY_MS = 1_000
type Verification = Returned<'getAuditVerification'>
const isOver = ({ state }: Verification): boolean => state === 'DONE' || state === 'FAILED'

/** Has everything compared with its seals, and says what came of it. */
export function VerifyNow() {
  const t = useTexts(audit)
  const [id, setId] = useState<string>()
  const starting = useWrite('verifyAudit', { changes: [] })
  return (
    <Group gap="sm">
      {id !== undefined && <Result key={id} id={id} />}
      <Button
        size="sm"
        variant="default"
        loading={starting.isPending}
        onClick={() => starting.mutate({}, { onSuccess: found => setId(found.id) })}
      >
        {t.verify}
      </Button>
    </Group>
  )
}

function Result({ id }: { id: string }) {
  const t = useTexts(audit)
  const forget = useForget()
  const { one } = useClinicApi()
  const query = useQuery({
    ...one('getAuditVerification', { id }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : LOOK_EVERY_MS),
  })
  const ended = query.data !== undefined && isOver(query.data)
  useEffect(() => {
    if (ended) void forget('listAuditDays', 'listSecurityEvents', 'listNotices')
  }, [ended, forget])
  if (!query.data) return null
  const { state, progress, days, brokenDays } = query.data
  const said =
    state === 'FAILED'
      ? t.verifyFailed
      : state !== 'DONE'
        ? t.verifying(Math.floor(progress * 100))
        : brokenDays.length > 0
          ? t.broken(brokenDays.join(', '))
          : t.verified(days)
  return (
    <Text role="status" size="sm">
      {said}
    </Text>
  )
}
