import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, type Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { sessionQuery } from '../../lib/session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { Enrolment } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { security } from './texts.ts'

type SecondFactor = Returned<'getSecondFactor'>

const secondFactorQuery = queryOptions({
  queryKey: ['second factor'],
  queryFn: ({ signal }) => ask('getSecondFactor', {}, signal),
})

/** Setting up the second factor, its recovery codes, and switching it off. */
export function SecondFactorSection() {
  const t = useTexts(security)
  const client = useQueryClient()
  const state = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[]>()
  const again = () => {
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const show = (next: string[]) => {
    setCodes(next)
    again()
  }
  return (
    <Section title={t.secondFactor} state={state.data && <State {...state.data} />}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded query={state} rows={1} height={72}>
          {found => <Choices state={found} onCodes={show} onRemoved={again} />}
        </Loaded>
      )}
    </Section>
  )
}

function State({ enrolled, enrolledAt }: SecondFactor) {
  const t = useTexts(security)
  return (
    <span className="tag" data-tone={enrolled ? undefined : 'quiet'}>
      {enrolled ? <IconCheck size={15} stroke={2.4} aria-hidden /> : <IconShieldOff size={15} aria-hidden />}
      {enrolled ? t.on : t.off}
      {enrolledAt !== null && (
        <>
          {' '}
          {t.since} <Day at={enrolledAt} />
        </>
      )}
    </span>
  )
}

interface ChoicesProps {
  state: SecondFactor
  onCodes: (codes: string[]) => void
  onRemoved: () => void
}

function Choices({ state, onCodes, onRemoved }: ChoicesProps) {
  const t = useTexts(security)
  const confirmed = useConfirmed()
  const start = useMutation({ mutationFn: () => confirmed(() => ask('startSecondFactor', {})) })
  const enrolled = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    say(t.enrolled)
    onCodes(recoveryCodes)
  }
  if (start.data) return <Enrolment secret={start.data} onEnrolled={enrolled} onCancel={start.reset} />
  return (
    <>
      <Text c="dimmed" maw={620} mb="lg">
        {state.enrolled ? `${t.onLead} ${t.codesLeft(state.recoveryCodesLeft)}` : t.offLead}
      </Text>
      <Group gap="sm">
        <Button
          variant={state.enrolled ? 'default' : 'filled'}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {state.enrolled ? t.renew : t.enrol}
        </Button>
        {state.enrolled && <NewCodes onCodes={onCodes} />}
        {state.enrolled && <Remove onRemoved={onRemoved} />}
      </Group>
      <ProblemNotice error={start.error} />
    </>
  )
}

function NewCodes({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTexts(security)
  const confirmed = useConfirmed()
  const making = useMutation({ mutationFn: () => confirmed(() => ask('renewRecoveryCodes', {})) })
  return (
    <Confirm
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.newCodes}
        </Button>
      )}
      title={t.newCodesTitle}
      deed={t.newCodes}
      pending={making.isPending}
      error={making.error}
      act={() => making.mutateAsync().then(({ recoveryCodes }) => onCodes(recoveryCodes))}
    >
      <Text>{t.newCodesLead}</Text>
    </Confirm>
  )
}

function Remove({ onRemoved }: { onRemoved: () => void }) {
  const t = useTexts(security)
  const confirmed = useConfirmed()
  const removing = useMutation({ mutationFn: () => confirmed(() => ask('removeSecondFactor', {})) })
  const done = () => {
    say(t.removed)
    onRemoved()
  }
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.remove}
        </Button>
      )}
      title={t.removeTitle}
      deed={t.remove}
      pending={removing.isPending}
      error={removing.error}
      act={() => removing.mutateAsync().then(done)}
    >
      <Text>{t.removeLead}</Text>
    </Confirm>
  )
}
