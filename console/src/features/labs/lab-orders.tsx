import { Button, Group, Text } from '@mantine/core'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { EditOrder, useOrderWords } from './edit-order.tsx'
import { LAB_CHANGES, type LabOrder } from './lab-order.ts'
import { labs } from './texts.ts'

interface ListProps {
  orders: readonly LabOrder[]
  /** Whether it is said whose each is. */
  isOfAll?: boolean
}

/** Work that was ordered from labs; what came and what was delivered is said in its place. */
export function LabOrders({ orders, isOfAll = false }: ListProps) {
  const t = useTexts(labs)
  return (
    <>
      <ul className="rows" aria-label={t.title}>
        {orders.map(order => (
          <li key={order.id} data-lab-order={order.id}>
            <Row order={order} isOfAll={isOfAll} />
          </li>
        ))}
      </ul>
      {orders.map(order => (
        <UrlDrawer key={order.id} name={order.id} title={t.one}>
          {() => <AsOpened of={order}>{one => <EditOrder order={one} />}</AsOpened>}
        </UrlDrawer>
      ))}
    </>
  )
}

function Row({ order, isOfAll }: { order: LabOrder; isOfAll: boolean }) {
  const t = useTexts(labs)
  const { day } = useFormats()
  const { name, labName, tooth, shade, items, due, late, status, details, patientId, patientName } = order
  const facts = [
    ...(shade === null ? [] : [t.shadeOf(shade)]),
    t.count(items),
    ...(due === null ? [] : [t.dueOn(day(due))]),
  ]
  return (
    <Group justify="space-between" align="start" gap="sm">
      <div className="row-text">
        <div>
          <Name>{name ?? t.one}</Name> {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>}{' '}
          <span className="tag" data-tone={late ? 'danger' : status === 'delivered' ? 'quiet' : undefined}>
            {late ? t.late : t.states[status]}
          </span>
        </div>
        {isOfAll && patientName !== null && <PatientLink patient={{ id: patientId, name: patientName }} />}
        <div className="small">
          <Name>{labName}</Name> · {facts.join(' · ')}
        </div>
        {details !== null && (
          <Text size="sm" dir="auto">
            {details}
          </Text>
        )}
      </div>
      <Deeds order={order} />
    </Group>
  )
}

function Deeds({ order: { id, version, allowed } }: { order: LabOrder }) {
  const t = useTexts(labs)
  const { open } = useDrawer()
  const words = useOrderWords()
  const moving = useWrite('updateLabWork', {
    changes: LAB_CHANGES,
    said: ({ delivered }) => (delivered ? t.delivered : t.received),
    of: { version, words },
  })
  return (
    <>
      <Group gap="xs">
        {allowed.includes('RECEIVE') && (
          <Button
            size="compact-md"
            variant="default"
            loading={moving.isPending}
            onClick={() => moving.mutate({ id, received: true })}
          >
            {t.cameIn}
          </Button>
        )}
        {allowed.includes('DELIVER') && (
          <Button
            size="compact-md"
            variant="default"
            loading={moving.isPending}
            onClick={() => moving.mutate({ id, delivered: true })}
          >
            {t.handedOver}
          </Button>
        )}
        {allowed.includes('EDIT') && (
          <Button size="compact-md" variant="subtle" onClick={() => open(id)}>
            {t.edit}
          </Button>
        )}
      </Group>
      <ProblemNotice error={moving.error} />
    </>
  )
}
