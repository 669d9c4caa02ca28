import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherRead, usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DeliveryStatus } from './delivery.tsx'
import { deliveryTexts } from './delivery-texts.ts'
import classes from './document.module.css'

interface EventDrawerProps {
  installationId: string
  eventId: string
}

type Told = PublisherReturned<'getOwnEvent'>['endpoints'][number]
type Sent = Told['deliveries'][number]

/** An event: what is sent of it, to where, and what came of every attempt. */
export function EventDrawer({ installationId, eventId }: EventDrawerProps) {
  const t = useTexts(deliveryTexts)
  const event = usePublisherRead('getOwnEvent', { installationId, eventId })
  return (
    <Loaded query={event} rows={2} height={120}>
      {found => (
        <Stack gap="lg">
          {found.endpoints.map(endpoint => (
            <section key={endpoint.endpointId} aria-label={`${t.endpoint} ${endpoint.url}`}>
              <Title order={3} size="h6" className="breaks">
                <Ltr>{endpoint.url}</Ltr>{' '}
                {!endpoint.active && (
                  <span className="tag" data-tone="danger">
                    {t.endpointOff}
                  </span>
                )}
              </Title>
              {endpoint.deliveries.length === 0 && <Text c="dimmed">{t.nothingSent}</Text>}
              {endpoint.deliveries.map(delivery => (
                <SentShown key={delivery.id} installationId={installationId} delivery={delivery} />
              ))}
            </section>
          ))}
          <section aria-label={t.envelope}>
            <Title order={3} size="h6" mb="xs">
              {t.envelope}
            </Title>
            <Document>{found.event}</Document>
          </section>
        </Stack>
      )}
    </Loaded>
  )
}

/** A document as it is sent; those who walk by keys can scroll it. */
const Document = ({ children }: { children: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <pre className={classes.document} dir="ltr" tabIndex={0}>
    {JSON.stringify(children, null, 2)}
  </pre>
)

function SentShown({ installationId, delivery }: { installationId: string; delivery: Sent }) {
  const t = useTexts(deliveryTexts)
  const resending = usePublisherWrite('resendOwnDelivery', {
    changes: ['listOwnDeliveries', 'getOwnEvent'],
    said: () => t.resent,
  })
  return (
    <Stack gap="xs" py="sm">
      <Group gap="sm">
        <DeliveryStatus status={delivery.status} />
        <Text size="sm" c="dimmed">
          {t.origins[delivery.origin]}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={resending.isPending}
          onClick={() => resending.mutate({ installationId, deliveryId: delivery.id })}
        >
          {t.resend}
        </Button>
      </Group>
      {delivery.nextRetryAt !== null && (
        <Text size="sm" c="dimmed">
          {t.retryAt}: <Moment at={delivery.nextRetryAt} />
        </Text>
      )}
      <ProblemNotice error={resending.error} own={{ invalid_state_transition: t.tooEarly }} />
      <ol className="rows">
        {delivery.attemptList.map(attempt => (
          <AttemptShown
            key={attempt.number}
            installationId={installationId}
            deliveryId={delivery.id}
            attempt={attempt}
          />
        ))}
      </ol>
    </Stack>
  )
}

interface AttemptShownProps {
  installationId: string
  deliveryId: string
  attempt: Sent['attemptList'][number]
}

function AttemptShown({ installationId, deliveryId, attempt }: AttemptShownProps) {
  const t = useTexts(deliveryTexts)
  const { number, at, responseStatus, errorMessage, durationMs } = attempt
  const [opened, setOpened] = useState(false)
  const details = usePublisherRead('getOwnAttempt', { installationId, deliveryId, number }, opened)
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div className="row-text">
          <Text size="sm" fw={600}>
            {t.attempt(number)} · <Ltr>{responseStatus ?? errorMessage ?? t.noAnswer}</Ltr>
          </Text>
          <Text size="sm" c="dimmed">
            <Moment at={at} /> {durationMs !== null && `· ${t.took(durationMs)}`}
          </Text>
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={opened}
          aria-label={t.detailsOf(number)}
          onClick={() => setOpened(!opened)}
        >
          {t.details}
        </Button>
      </Group>
      {opened && (
        <Loaded query={details} rows={1} height={120}>
          {({ headers }) => (
            <>
              <Text size="sm" fw={600} mt="xs">
                {t.headers}
              </Text>
              <dl className={classes.headers} dir="ltr">
                {headers.map(({ name, value }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </Loaded>
      )}
    </li>
  )
}
