import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { shell } from '../../app/texts.ts'
import { ask, type Input, type Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { nameOf } from '../../lib/session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Ltr, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { login } from '../login/texts.ts'
import { members } from './texts.ts'

/** Where the link of an invitation leads. */
export function InvitePage() {
  const t = useTexts(members)
  const { token } = useParams({ from: '/invite/$token' })
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => ask('getInvitation', { token }, signal),
  })
  if (offer.data) return <Offer token={token} offer={offer.data} />
  if (isProblem(offer.error, 'not_found', 'validation_failed'))
    return (
      <Entrance title={t.dead} lead={t.deadLead}>
        {null}
      </Entrance>
    )
  return (
    <Entrance title={t.title}>
      <Loaded query={offer}>{() => null}</Loaded>
    </Entrance>
  )
}

function Offer({ token, offer }: { token: string; offer: Returned<'getInvitation'> }) {
  const t = useTexts(members)
  const { roles } = useTexts(shell)
  const entrance = useTexts(login)
  const { language } = useLanguage()
  const accepting = useMutation({ mutationFn: (input: Input<'acceptInvitation'>) => ask('acceptInvitation', input) })
  const clinic = plainName(nameOf(language, { name: offer.clinicName, nameAr: offer.clinicNameAr }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const account = { name: String(given.get('name')).trim(), password: String(given.get('password')) }
    accepting.mutate({ token, ...(!offer.hasAccount && account) })
  }
  if (accepting.isSuccess)
    return (
      <Entrance title={t.offer(clinic)}>
        <Stack mt="lg">
          <Notice tone="done">{t.accepted}</Notice>
          <Button component={Link} to="/login">
            {entrance.toLogin}
          </Button>
        </Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.offer(clinic)} lead={t.offerLead(roles[offer.role])}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <Text>
            <Ltr>{offer.email}</Ltr>
            <br />
            {offer.hasAccount ? t.hasAccount : t.newAccount}
          </Text>
          {!offer.hasAccount && (
            <>
              <input type="text" name="username" autoComplete="username" value={offer.email} readOnly hidden />
              <TextInput name="name" label={t.name} autoComplete="name" required withAsterisk={false} maxLength={120} />
              <SecretInput
                name="password"
                label={t.password}
                description={t.passwordLead}
                autoComplete="new-password"
                minLength={12}
                required
                withAsterisk={false}
              />
            </>
          )}
          <ProblemNotice error={accepting.error} own={{ validation_failed: entrance.weak, not_found: t.dead }} />
          <SubmitButton pending={accepting.isPending}>{t.accept}</SubmitButton>
        </Stack>
      </form>
    </Entrance>
  )
}
