import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconBuildingHospital, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { shell } from '../../app/texts.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { nameOf } from '../../lib/session.ts'
import { useEnterClinic, useLogOut, useSession } from '../../lib/use-session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { safeBack } from '../login/place.ts'

/** The page that was asked for, in the clinic that was chosen. */
const backIn = (clinicId: string, back: string | undefined): string =>
  safeBack(back).replace(/^\/c\/[^/?]+/, `/c/${encodeURIComponent(clinicId)}`)

/** For a user who works in several clinics: which one it is today. */
export function ClinicsPage() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const { clinics, user } = useSession()
  const { back } = useSearch({ from: '/clinics' })
  const navigate = useNavigate()
  const enter = useEnterClinic()
  const logOut = useLogOut()
  const choose = (id: string) =>
    enter.mutate(id, { onSuccess: () => void navigate({ to: backIn(id, back), replace: true }) })
  const none = clinics.length === 0
  return (
    <Entrance title={none ? t.noClinicTitle : t.chooseTitle} lead={none ? t.noClinic : t.chooseLead}>
      <Stack gap="sm">
        {clinics.map(clinic => (
          <UnstyledButton key={clinic.id} className="choice" onClick={() => choose(clinic.id)}>
            <span className="mark" aria-hidden="true">
              <IconBuildingHospital size={22} stroke={1.6} />
            </span>
            <span className="grow">
              <Text span fw={600} display="block">
                <Name>{nameOf(language, clinic)}</Name>{' '}
                {clinic.sandbox && (
                  <span className="tag" data-tone="warn">
                    {t.testClinic}
                  </span>
                )}
              </Text>
              <Text span size="sm" c="dimmed">
                {t.roles[clinic.role]}
                {!clinic.mayEnter && ` · ${t.needsSecondFactor}`}
              </Text>
            </span>
            <IconChevronRight size={18} className="flip" aria-hidden />
          </UnstyledButton>
        ))}
        <ProblemNotice
          error={enter.error}
          own={user.secondFactorEnrolled ? {} : { second_factor_required: t.enrolFirst }}
        />
        {isProblem(enter.error, 'second_factor_required') && !user.secondFactorEnrolled && (
          <Button component={Link} to="/security">
            {t.enrol}
          </Button>
        )}
        <Button variant="subtle" onClick={() => logOut.mutate()}>
          {t.logOut}
        </Button>
      </Stack>
    </Entrance>
  )
}
