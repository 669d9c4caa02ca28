import { Stack, Text, Title } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Loaded } from '../../ui/states.tsx'
import classes from './event.module.css'
import { deliveryTexts } from './texts.ts'

type Attempt = Returned<'getDeliveryAttempt'>

/** What was sent in one attempt, what came back, and how long each part of it took. */
export function AttemptDetail({ deliveryId: id, number }: { deliveryId: string; number: number }) {
  const attempt = useRead('getDeliveryAttempt', { id, number })
  return (
    <Loaded query={attempt} rows={1} height={120}>
      {found => (
        <Stack gap="sm" my="sm">
          <Timings attempt={found} />
          <Sent attempt={found} />
          <Answered attempt={found} />
        </Stack>
      )}
    </Loaded>
  )
}

const linesOf = (headers: Attempt['headers']): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

function Sent({ attempt: { headers, event } }: { attempt: Attempt }) {
  const t = useTexts(deliveryTexts)
  return (
    <div>
      <Title order={3} size="h6">
        {t.request}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {t.masked}
      </Text>
      <CodeBlock label={t.request} text={`${linesOf(headers)}\n\n${JSON.stringify(event)}`} />
    </div>
  )
}

function Answered({ attempt: { response, responseStatus } }: { attempt: Attempt }) {
  const t = useTexts(deliveryTexts)
  return (
    <div>
      <Title order={3} size="h6">
        {t.response}
      </Title>
      {response === null ? (
        <Text size="sm" c="dimmed">
          {t.noResponse}
        </Text>
      ) : (
        <>
          <CodeBlock
            label={t.response}
            text={`HTTP ${responseStatus ?? ''}\n${linesOf(response.headers)}\n\n${response.body}`}
          />
          {response.cut && (
            <Text size="sm" c="dimmed">
              {t.cut}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

/** Parts of the time as bars on one scale; what was not measured is left out. */
function Timings({ attempt }: { attempt: Attempt }) {
  const t = useTexts(deliveryTexts)
  const { connectMs, tlsMs, firstByteMs, durationMs } = attempt
  const total = Math.max(1, durationMs ?? 0)
  const parts = [
    { key: 'connect', start: 0, ms: connectMs },
    { key: 'tls', start: connectMs ?? 0, ms: tlsMs },
    { key: 'firstByte', start: 0, ms: firstByteMs },
    { key: 'total', start: 0, ms: durationMs },
  ] as const
  return (
    <dl className={classes.bars}>
      {parts.flatMap(({ key, start, ms }) =>
        ms === null ? [] : [<Bar key={key} title={t.timings[key]} start={start / total} part={ms / total} ms={ms} />],
      )}
    </dl>
  )
}

function Bar({ title, start, part, ms }: { title: string; start: number; part: number; ms: number }) {
  const t = useTexts(deliveryTexts)
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <svg className={classes.scale} viewBox="0 0 100 10" width="100%" preserveAspectRatio="none" aria-hidden="true">
          <rect x={Math.min(99, 100 * start)} y={0} width={Math.max(1, Math.min(100, 100 * part))} height={10} />
        </svg>
      </dd>
      <dd>{t.took(ms)}</dd>
    </>
  )
}
