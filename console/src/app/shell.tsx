import { AppShell, Burger } from '@mantine/core'
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, use, useEffect } from 'react'
import { LogInAgain } from '../features/login/log-in-again.tsx'
import { ask } from '../lib/api.ts'
import { isElsewhere, zoneName } from '../lib/clinic-time.ts'
import type { Language } from '../lib/language.ts'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { ConflictProvider } from '../ui/conflict.tsx'
import { Brand } from '../ui/entrance.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Notice } from '../ui/notice.tsx'
import { ui } from '../ui/texts.ts'
import { UnsavedProvider } from '../ui/unsaved.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ClinicRail } from './rail.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { shell } from './texts.ts'
import { Workplace } from './workplace.tsx'
import { WorkplaceRooms } from './workplace-rooms.ts'

/** Beside the page where it leaves the page enough, which it does not on a tablet held upright. */
const RAIL = { width: 264, breakpoint: 'md' } as const
const FRAME = { header: { height: 60 }, padding: { base: 'md', [RAIL.breakpoint]: 'xl' } } as const

interface ShellProps {
  children?: ReactNode
  /** The rooms of a workplace that is no clinic. */
  rail?: ReactNode
}

/** The frame of every room: where one is, where else one may go, who one is. */
export function Shell({ children = <Outlet />, rail = <ClinicRail /> }: ShellProps) {
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
      <AppShell {...FRAME} navbar={{ ...RAIL, collapsed: { mobile: !opened } }}>
        <AppShell.Header className="bar">
          <div className="bar-row">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom={RAIL.breakpoint}
              size="sm"
              aria-label={t.menu}
              aria-expanded={opened}
              aria-controls="rooms"
            />
            <div className="wide">
              <Brand />
            </div>
            <Workplace />
            <span className="spacer" />
            <div className="beside">
              <ClinicZone />
            </div>
            <div className="wide">
              <LanguageSwitch onChoose={rememberLanguage} />
            </div>
            <AccountMenu />
          </div>
        </AppShell.Header>
        <AppShell.Navbar className="rail" p="md" id="rooms" aria-label={t.rooms} data-open={opened || undefined}>
          {rail}
          <div className="narrow">
            <LanguageSwitch onChoose={rememberLanguage} />
          </div>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <div className="above">
            <ClinicZone />
          </div>
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
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  const isClinic = use(WorkplaceRooms) === undefined
  if (!isClinic || timeZone === undefined || !isElsewhere(timeZone)) return null
  return <span className="tag">{zoneName(language, timeZone)}</span>
}

/** Where it cannot be kept for the person, this browser still keeps it. */
const rememberLanguage = (language: Language): void => void ask('updateMe', { language }).catch(() => undefined)
