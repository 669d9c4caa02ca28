import { PUBLISHER_RIGHTS, type PublisherRight, RIGHTS_TO_GIVE } from '@clinic/contract/publisher/roles.ts'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { type OwnPublisher, publisherName } from '../../lib/own-publisher.ts'
import { askInPublisher, type PublisherReturned } from '../../lib/publisher-api.ts'
import { Ltr, Moment, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { keyTexts } from '../publisher/key-texts.ts'
import { activateTexts } from './texts.ts'

export type Waiting = PublisherReturned<'findDeviceLogin'>
export type Decided = PublisherReturned<'approveDeviceLogin'> & { publisherId: string }

interface DecideProps {
  waiting: Waiting
  publishers: readonly OwnPublisher[]
  first: OwnPublisher
  onDecided: (decided: Decided) => void
}

const isRight = (name: string): name is PublisherRight => PUBLISHER_RIGHTS.some(right => right === name)

/** What asks, from where; which key it gets, or none. */
export function Decide({ waiting, publishers, first, onDecided }: DecideProps) {
  const t = useTexts(activateTexts)
  const { rightNames } = useTexts(keyTexts)
  const { language } = useLanguage()
  const [publisher, setPublisher] = useState(first)
  const [name, setName] = useState(plainName(waiting.clientName).slice(0, 80))
  const [rights, setRights] = useState<PublisherRight[]>(['read', 'test'])
  const { approving, denying } = useDecision(waiting, publisher.id, onDecided)
  const given = rights.filter(right => RIGHTS_TO_GIVE[publisher.role].includes(right))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && given.length > 0) approving.mutate({ name: name.trim(), rights: given })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" mt="md">
        <Notice tone="warn">{t.warn}</Notice>
        <Facts waiting={waiting} />
        <NativeSelect
          size="md"
          label={t.publisher}
          data={publishers.map(one => ({ value: one.id, label: publisherName(language, one) }))}
          value={publisher.id}
          onChange={event => setPublisher(publishers.find(({ id }) => id === event.currentTarget.value) ?? first)}
        />
        <TextInput
          label={t.name}
          description={t.nameLead}
          maxLength={80}
          required
          withAsterisk={false}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label={t.rights} value={given} onChange={names => setRights(names.filter(isRight))}>
          <Stack gap="xs" mt="xs">
            {RIGHTS_TO_GIVE[publisher.role].map(right => (
              <Checkbox key={right} value={right} label={rightNames[right]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="sm" c="dimmed">
          {t.ends}
        </Text>
        <ProblemNotice error={approving.error ?? denying.error} own={{ not_found: t.notFound }} />
        <Group>
          <Button type="submit" loading={approving.isPending} disabled={given.length === 0}>
            {t.approve}
          </Button>
          <Button variant="default" loading={denying.isPending} onClick={() => denying.mutate()}>
            {t.deny}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useDecision({ id }: Waiting, publisherId: string, onDecided: DecideProps['onDecided']) {
  const confirmed = useConfirmed()
  const { ask } = askInPublisher(publisherId)
  const onSuccess = (decided: Omit<Decided, 'publisherId'>) => onDecided({ ...decided, publisherId })
  const approving = useMutation({
    mutationFn: (key: { name: string; rights: PublisherRight[] }) =>
      confirmed(() => ask('approveDeviceLogin', { id, ...key })),
    onSuccess,
  })
  const denying = useMutation({ mutationFn: () => ask('denyDeviceLogin', { id }), onSuccess })
  return { approving, denying }
}

function Facts({ waiting: { address, createdAt, expiresAt } }: { waiting: Waiting }) {
  const t = useTexts(activateTexts)
  return (
    <dl className="facts">
      <div>
        <dt>{t.address}</dt>
        <dd>
          <Ltr>{address}</Ltr>
        </dd>
      </div>
      <div>
        <dt>{t.at}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t.until}</dt>
        <dd>
          <Moment at={expiresAt} />
        </dd>
      </div>
    </dl>
  )
}
