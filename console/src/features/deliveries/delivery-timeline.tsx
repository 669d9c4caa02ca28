import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { AttemptDetail } from './attempt-detail.tsx'
import { DeliveryStatus, useResult } from './delivery-status.tsx'
import classes from './event.module.css'
import { deliveryTexts } from './texts.ts'

type Delivery = Returned<'getClinicEvent'>['endpoints'][number]['deliveries'][number]
type Attempt = Delivery['attemptList'][number]

/** One delivery with its attempts, each of which opens; it can be sent again. */
export function DeliveryTimeline({ delivery }: { delivery: Delivery }) {
  const t = useTexts(deliveryTexts)
  const { id, status, origin, createdAt, nextRetryAt, attempts, attemptList } = delivery
  const changes = ['getClinicEvent', 'listDeliveries'] as const
  const resending = useWrite('resendDelivery', { changes, said: () => t.resent })
  return (
    <li className={classes.delivery}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <DeliveryStatus status={status} />
          <Text size="sm">
            {t.origins[origin]} · <Moment at={createdAt} />
          </Text>
          {nextRetryAt !== null && (
            <Text size="sm" c="dimmed">
              {t.next}: <Moment at={nextRetryAt} />
            </Text>
          )}
        </Group>
        {(status !== 'PENDING' || attempts > 0) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={resending.isPending}
            onClick={() => resending.mutate({ id })}
          >
            {t.resend}
          </Button>
        )}
      </Group>
      <ProblemNotice error={resending.error} />
      <ol className={classes.attempts}>
        {attemptList.map(attempt => (
          <AttemptRow key={attempt.number} deliveryId={id} attempt={attempt} />
        ))}
      </ol>
    </li>
  )
}

function AttemptRow({ deliveryId, attempt }: { deliveryId: string; attempt: Attempt }) {
  const t = useTexts(deliveryTexts)
  const resultOf = useResult()
  const [opened, setOpened] = useState(false)
  const { number, at, durationMs } = attempt
  return (
    <li>
      <Button
        variant="subtle"
        size="compact-sm"
        justify="flex-start"
        aria-expanded={opened}
        onClick={() => setOpened(before => !before)}
      >
        {t.attempt(number)}
      </Button>{' '}
      <Text size="sm" component="span">
        <Moment at={at} /> · {resultOf(attempt)}
        {durationMs !== null && ` · ${t.took(durationMs)}`}
      </Text>
      {opened && <AttemptDetail deliveryId={deliveryId} number={number} />}
    </li>
  )
}
