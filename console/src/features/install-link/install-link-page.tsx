import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { askIn } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { landingClinic, nameOf, type SessionClinic } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { installLinkTexts } from './texts.ts'

/** Makes a private plugin known to a clinic of the person, and leads to what it asks for there. */
export function InstallLinkPage() {
  const t = useTexts(installLinkTexts)
  const session = useSession()
  const own = session.clinics.filter(({ role, mayEnter }) => mayEnter && isPermitted(role, 'plugins:manage'))
  const landing = landingClinic(session)
  const first = own.find(({ id }) => id === landing?.id) ?? own[0]
  return (
    <Entrance title={t.title} lead={t.lead}>
      {first === undefined ? (
        <Stack>
          <Text>{t.noClinic}</Text>
          <Button component={Link} to="/" variant="default">
            {t.toClinics}
          </Button>
        </Stack>
      ) : (
        <Choose clinics={own} first={first} />
      )}
    </Entrance>
  )
}

function Choose({ clinics, first }: { clinics: readonly SessionClinic[]; first: SessionClinic }) {
  const t = useTexts(installLinkTexts)
  const { token } = useParams({ from: '/install/$token' })
  const { language } = useLanguage()
  const navigate = useNavigate()
  const confirmed = useConfirmed()
  const [clinicId, setClinicId] = useState(first.id)
  const opening = useMutation({
    mutationFn: () => confirmed(() => askIn(clinicId).ask('openInstallLink', { token })),
    onSuccess: ({ slug }) => void navigate({ to: hrefOf(clinicId, 'pluginConsent', { slug }), replace: true }),
  })
  return (
    <Stack gap="lg">
      <NativeSelect
        size="md"
        label={t.clinic}
        data={clinics.map(clinic => ({ value: clinic.id, label: plainName(nameOf(language, clinic)) }))}
        value={clinicId}
        onChange={event => setClinicId(event.currentTarget.value)}
      />
      <ProblemNotice error={opening.error} own={{ not_found: t.dead, validation_failed: t.dead }} />
      <Button loading={opening.isPending} onClick={() => opening.mutate()}>
        {t.open}
      </Button>
    </Stack>
  )
}
