import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ownPublishersQuery } from '../../lib/publisher.ts'
import { ownPublishers } from '../../lib/publisher-api.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useWait } from '../../ui/wait.ts'
import { Decide, type Decided, type Waiting } from './decide.tsx'
import { activateTexts } from './texts.ts'

/** Lets a program in that shows a code: first the code, then what asks, then the decision. */
export function ActivatePage() {
  const [waiting, setWaiting] = useState<Waiting>()
  const [decided, setDecided] = useState<Decided>()
  if (decided) return <Done decided={decided} />
  if (waiting) return <Asked waiting={waiting} onDecided={setDecided} />
  return <CodeForm onFound={setWaiting} />
}

function CodeForm({ onFound }: { onFound: (waiting: Waiting) => void }) {
  const t = useTexts(activateTexts)
  const { user_code } = useSearch({ from: '/activate' })
  const finding = useMutation({
    mutationFn: (userCode: string) => ownPublishers.ask('findDeviceLogin', { userCode }),
    onSuccess: onFound,
  })
  const wait = useWait(finding.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (wait === 0 && code !== '') finding.mutate(code)
  }
  const own = { not_found: t.notFound, validation_failed: t.notFound, rate_limited: t.tooOften }
  return (
    <Entrance title={t.title} lead={t.lead}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            name="code"
            label={t.code}
            dir="ltr"
            defaultValue={user_code}
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            required
            withAsterisk={false}
            autoFocus
          />
          <ProblemNotice error={finding.error} own={own} />
          <SubmitButton pending={finding.isPending}>{t.find}</SubmitButton>
        </Stack>
      </form>
    </Entrance>
  )
}

function Asked({ waiting, onDecided }: { waiting: Waiting; onDecided: (decided: Decided) => void }) {
  const t = useTexts(activateTexts)
  const publishers = useQuery(ownPublishersQuery)
  return (
    <Entrance title={t.asks(plainName(waiting.clientName))}>
      <Loaded query={publishers} rows={1}>
        {found => {
          const own = found.filter(({ accepted, role }) => accepted && role !== 'VIEWER')
          const [first] = own
          if (first === undefined) return <NoPublisher />
          return <Decide waiting={waiting} publishers={own} first={first} onDecided={onDecided} />
        }}
      </Loaded>
    </Entrance>
  )
}

function NoPublisher() {
  const t = useTexts(activateTexts)
  return (
    <Stack mt="md">
      {t.noPublisher}
      <Button component={Link} to="/publisher">
        {t.toPublishers}
      </Button>
    </Stack>
  )
}

function Done({ decided: { publisherId, clientName, approved } }: { decided: Decided }) {
  const t = useTexts(activateTexts)
  return (
    <Entrance
      title={approved ? t.approved(plainName(clientName)) : t.denied}
      lead={approved ? t.approvedLead : t.deniedLead}
    >
      <Button component={Link} to={publisherHref(publisherId, 'ownKeys')} variant="default">
        {t.toKeys}
      </Button>
    </Entrance>
  )
}
