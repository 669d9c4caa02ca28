import { AppShell, Burger, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { LogInAgain } from '../features/login/log-in-again.tsx'
import { ask } from '../lib/api.ts'
import { isElsewhere, zoneName } from '../lib/clinic-time.ts'
import type { Language } from '../lib/language.ts'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { useClinic } from '../lib/use-session.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { ConflictProvider } from '../ui/conflict.tsx'
import { Brand } from '../ui/entrance.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Notice } from '../ui/notice.tsx'
import { ui } from '../ui/texts.ts'
import { UnsavedProvider } from '../ui/unsaved.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ClinicSwitch } from './clinic-switch.tsx'
import { ROOM_ICONS } from './room-pages.ts'
import { hrefOf, type MainRoomKey, ROOMS, roomsOf } from './rooms.ts'
import { Shortcuts } from './shortcuts.tsx'
import { shell } from './texts.ts'

const HEADER = { height: 60 }
const RAIL = { width: 264, breakpoint: 'sm' } as const

/** The frame of every room: where one is, where else one may go, who one is. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const t = useTexts(shell)
  const words = useTexts(ui)
  const [opened, { toggle, close }] = useDisclosure(false)
  const { online } = useNetwork()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room closes the menu
  useEffect(close, [path])
  useHotkeys([['Escape', close]])
  return (
    <UnsavedProvider>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <AppShell header={HEADER} navbar={{ ...RAIL, collapsed: { mobile: !opened } }} padding={{ base: 'md', sm: 'xl' }}>
        <AppShell.Header className="bar">
          <div className="bar-row">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.menu}
              aria-expanded={opened}
              aria-controls="rooms"
            />
            <div className="wide">
              <Brand />
            </div>
            <ClinicSwitch />
            <span className="spacer" />
            <ClinicZone />
            <div className="wide">
              <LanguageSwitch onChoose={rememberLanguage} />
            </div>
            <AccountMenu />
          </div>
        </AppShell.Header>
        <AppShell.Navbar className="rail" p="md" id="rooms" aria-label={t.rooms} data-open={opened || undefined}>
          <Rooms />
          <div className="narrow">
            <LanguageSwitch onChoose={rememberLanguage} />
          </div>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          {!online && <Notice tone="warn">{words.offline}</Notice>}
          <ConflictProvider>{children}</ConflictProvider>
        </AppShell.Main>
      </AppShell>
      <LogInAgain />
      <Shortcuts />
    </UnsavedProvider>
  )
}

/** Where the clocks of the clinic differ from those of the reader, which of them are meant. */
function ClinicZone() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  if (timeZone === undefined || !isElsewhere(timeZone)) return null
  return <span className="tag wide">{t.clinicTime(zoneName(language, timeZone))}</span>
}

/** Where it cannot be kept for the person, this browser still keeps it. */
const rememberLanguage = (language: Language): void => void ask('updateMe', { language }).catch(() => undefined)

function Rooms() {
  const t = useTexts(shell)
  const clinic = useClinic()
  const open = clinic ? roomsOf(clinic) : []
  return (
    <>
      {clinic &&
        [...Map.groupBy(open, key => ROOMS[key].group)].map(([group, keys]) => (
          <Group key={group} title={t.groups[group]}>
            {keys.map(key => (
              <RoomLink key={key} room={key} to={hrefOf(clinic.id, key)} />
            ))}
          </Group>
        ))}
      <Group title={t.groups.account}>
        <NavLink
          component={Link}
          to="/security"
          label={t.security}
          leftSection={<IconShieldLock size={20} stroke={1.6} aria-hidden />}
        />
      </Group>
    </>
  )
}

function RoomLink({ room, to }: { room: MainRoomKey; to: string }) {
  const Icon = ROOM_ICONS[room]
  const label = useTexts(shell)[room]
  return <NavLink component={Link} to={to} label={label} leftSection={<Icon size={20} stroke={1.6} aria-hidden />} />
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rooms" aria-label={title}>
    <Text size="xs" c="dimmed" fw={600} px="sm" pb={4} aria-hidden>
      {title}
    </Text>
    {children}
  </section>
)
