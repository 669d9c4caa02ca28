import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconBuildingHospital, IconCheck, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { nameOf, type SessionClinic } from '../lib/session.ts'
import { useClinic, useEnterClinic, useSession } from '../lib/use-session.ts'
import { Name } from '../ui/isolated.tsx'
import { useSentence } from '../ui/problem-notice.tsx'
import { complain, say } from '../ui/toast.ts'
import { useMayLeave } from '../ui/unsaved.tsx'
import { homeOf, hrefOf } from './rooms.ts'
import { shell } from './texts.ts'

/** The clinic one is in, and the way to another. */
export function ClinicSwitch() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const { clinics } = useSession()
  const clinic = useClinic()
  const choose = useChooseClinic()
  if (clinic === undefined) return null
  const name = nameOf(language, clinic)
  const title = (
    <>
      <Name>{name}</Name>
      {clinic.sandbox && (
        <span className="tag" data-tone="warn">
          {t.testClinic}
        </span>
      )}
    </>
  )
  const icon = <IconBuildingHospital size={18} stroke={1.6} aria-hidden />
  if (clinics.length < 2)
    return (
      <span className="clinic-name">
        {icon}
        {title}
      </span>
    )
  return (
    <Menu position="bottom-start" width={300} withinPortal>
      <Menu.Target>
        <Button
          className="clinic-name"
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={icon}
          rightSection={<IconSelector size={16} aria-hidden />}
        >
          <VisuallyHidden>{t.switchClinic}: </VisuallyHidden>
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {clinics.map(each => (
          <ClinicItem key={each.id} clinic={each} current={each.id === clinic.id} onChoose={() => void choose(each)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ClinicItemProps {
  clinic: SessionClinic
  current: boolean
  onChoose: () => void
}

function ClinicItem({ clinic, current, onChoose }: ClinicItemProps) {
  const t = useTexts(shell)
  const { language } = useLanguage()
  return (
    <Menu.Item
      onClick={current ? undefined : onChoose}
      aria-current={current || undefined}
      rightSection={current ? <IconCheck size={16} aria-hidden /> : undefined}
    >
      <Name>{nameOf(language, clinic)}</Name>
      {!clinic.mayEnter && <div className="small">{t.needsSecondFactor}</div>}
    </Menu.Item>
  )
}

/** Goes to the clinic and says so; what cannot be entered is said as well. */
function useChooseClinic() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const sentence = useSentence()
  const enter = useEnterClinic()
  const mayLeave = useMayLeave()
  return async (clinic: SessionClinic) => {
    if (!(await mayLeave())) return
    enter.mutate(clinic.id, {
      onSuccess: () => {
        say(t.entered(nameOf(language, clinic)))
        void navigate({ to: hrefOf(clinic.id, homeOf(clinic.role)) })
      },
      onError: error => complain(sentence(error)),
    })
  }
}
