import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { type OwnPublisher, publisherName, useOwnPublisher } from '../lib/own-publisher.ts'
import { ownPublishersQuery } from '../lib/publisher.ts'
import { nameOf, type SessionClinic } from '../lib/session.ts'
import { useEnterClinic, useSession } from '../lib/use-session.ts'
import { Name } from '../ui/isolated.tsx'
import { useSentence } from '../ui/problem-notice.tsx'
import { WorkplaceName } from '../ui/room.tsx'
import { complain, say } from '../ui/toast.ts'
import { useMayLeave } from '../ui/unsaved.tsx'
import { homeOf } from './home-room.ts'
import { PlainWorkplace, useClinicHere, WorkplaceSign, WorkplaceTitle } from './plain-workplace.tsx'
import { publisherHref } from './publisher-rooms.ts'
import { hrefOf } from './rooms.ts'
import { shell } from './texts.ts'

/** Leads to the other clinics that the person works in, and to the other publishers that they belong to. */
export function WorkplaceSwitch() {
  const { clinics } = useSession()
  const clinic = useClinicHere()
  const publisher = useOwnPublisher()
  const publishers = (useQuery(ownPublishersQuery).data ?? []).filter(({ accepted }) => accepted)
  // Held here, for the menu is closed and gone before the clinic has been entered.
  const [enter, open] = [useChooseClinic(), useChoosePublisher()]
  const others = clinics.length + publishers.length - (clinic || publisher ? 1 : 0)
  if (others === 0) return <PlainWorkplace />
  return (
    <Menu position="bottom-start" width={300} withinPortal>
      <Menu.Target>
        <Button
          className="clinic-name"
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<WorkplaceSign />}
          rightSection={<IconSelector size={16} aria-hidden />}
        >
          <Label knowsPublishers={publishers.length > 0} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Clinics here={clinic} titled={publishers.length > 0} onChoose={each => void enter(each)} />
        <Publishers publishers={publishers} here={publisher} onChoose={each => void open(each)} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a person is who belongs to no publisher is a clinic to them. */
function Label({ knowsPublishers }: { knowsPublishers: boolean }) {
  const t = useTexts(shell)
  const name = use(WorkplaceName)
  const label = knowsPublishers || name !== undefined ? t.switchWorkplace : t.switchClinic
  if (name === '') return label
  return (
    <>
      <VisuallyHidden>{label}: </VisuallyHidden>
      <WorkplaceTitle />
    </>
  )
}

interface ClinicsProps {
  here: SessionClinic | undefined
  titled: boolean
  onChoose: (clinic: SessionClinic) => void
}

function Clinics({ here, titled, onChoose }: ClinicsProps) {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const { clinics } = useSession()
  if (clinics.length === 0) return null
  return (
    <>
      {titled && <Menu.Label>{t.clinics}</Menu.Label>}
      {clinics.map(each => (
        <Item key={each.id} isHere={each.id === here?.id} onChoose={() => onChoose(each)}>
          <Name>{nameOf(language, each)}</Name>
          {!each.mayEnter && <div className="small">{t.needsSecondFactor}</div>}
        </Item>
      ))}
    </>
  )
}

interface PublishersProps {
  publishers: readonly OwnPublisher[]
  here: OwnPublisher | undefined
  onChoose: (publisher: OwnPublisher) => void
}

function Publishers({ publishers, here, onChoose }: PublishersProps) {
  const t = useTexts(shell)
  const { language } = useLanguage()
  if (publishers.length === 0) return null
  return (
    <>
      <Menu.Label>{t.publishers}</Menu.Label>
      {publishers.map(each => (
        <Item key={each.id} isHere={each.id === here?.id} onChoose={() => onChoose(each)}>
          <Name>{publisherName(language, each)}</Name>
        </Item>
      ))}
    </>
  )
}

interface ItemProps {
  isHere: boolean
  onChoose: () => void
  children: ReactNode
}

const Item = ({ isHere, onChoose, children }: ItemProps) => (
  <Menu.Item
    onClick={isHere ? undefined : onChoose}
    aria-current={isHere || undefined}
    rightSection={isHere ? <IconCheck size={16} aria-hidden /> : undefined}
  >
    {children}
  </Menu.Item>
)

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

/** Goes to the publisher and says so. */
function useChoosePublisher() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const mayLeave = useMayLeave()
  return async (publisher: OwnPublisher) => {
    if (!(await mayLeave())) return
    say(t.entered(publisherName(language, publisher)))
    void navigate({ to: publisherHref(publisher.id, 'ownPlugins') })
  }
}
