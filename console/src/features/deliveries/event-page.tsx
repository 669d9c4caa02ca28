import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import classes from './event.module.css'
import { deliveryTexts } from './texts.ts'
import { useEventSentence } from './use-event-sentence.ts'
import { usePlugins } from './use-names.ts'

type Found = Returned<'getClinicEvent'>

const LOOK_MS = 3000

/** One event: what is sent, to whom, how often it was tried and what came of it. */
export function EventPage() {
  const t = useTexts(deliveryTexts)
  const { clinicId } = useClinicApi()
  const id = useRoomParam('id')
  const event = useRead('getClinicEvent', { id }, { every: LOOK_MS })
  const { moment } = useFormats()
  const sentenceOf = useEventSentence()
  const found = event.data?.event
  return (
    <Room
      title={found?.type ?? t.event}
      lead={found && `${sentenceOf(found.type)} ${t.happened(moment(found.createdAt))}`}
      actions={
        <Anchor component={Link} to={hrefOf(clinicId, 'deliveries')}>
          {t.back}
        </Anchor>
      }
    >
      <Loaded query={event} rows={3} height={160}>
        {answer => <Shown found={answer} />}
      </Loaded>
    </Room>
  )
}

function Shown({ found }: { found: Found }) {
  const t = useTexts(deliveryTexts)
  const { nameOf } = usePlugins()
  return (
    <Stack gap="lg">
      <Section title={t.envelope} lead={t.envelopeLead}>
        <CodeBlock label={t.body} text={JSON.stringify(found.event, null, 2)} />
      </Section>
      {found.endpoints.length === 0 && <Text c="dimmed">{t.nobodyTold}</Text>}
      {found.endpoints.map(endpoint => (
        <Section
          key={endpoint.endpointId}
          title={`${nameOf(endpoint.installationId)} · ${new URL(endpoint.url).host}`}
          state={
            !endpoint.active && (
              <span className="tag" data-tone="danger">
                {t.off}
              </span>
            )
          }
        >
          {endpoint.deliveries.length === 0 ? (
            <Text c="dimmed">{t.notSent}</Text>
          ) : (
            <ol className={classes.timeline}>
              {endpoint.deliveries.map(delivery => (
                <DeliveryTimeline key={delivery.id} delivery={delivery} />
              ))}
            </ol>
          )}
        </Section>
      ))}
    </Stack>
  )
}
