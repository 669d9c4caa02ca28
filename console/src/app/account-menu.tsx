import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAdjustments, IconBook, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { nameOf } from '../lib/session.ts'
import { useClinic, useLogOut, useSession } from '../lib/use-session.ts'
import { Ltr, Name } from '../ui/isolated.tsx'
import { useMayLeave } from '../ui/unsaved.tsx'
import { shell } from './texts.ts'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(word => /^\p{L}/u.test(word) && !/^(dr|د)\.?$/iu.test(word))
    .slice(0, 2)
    .map(word => [...word.replace(/^ال/, '')][0])
    .join('\u200c')

/** Who one is here, and the way out. */
export function AccountMenu() {
  const t = useTexts(shell)
  const { language } = useLanguage()
  const { user } = useSession()
  const clinic = useClinic()
  const logOut = useLogOut()
  const mayLeave = useMayLeave()
  const name = nameOf(language, user)
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>
        <UnstyledButton className="account">
          <Avatar radius="xl" size={38} color="sea" variant="light" aria-hidden>
            {initials(name)}
          </Avatar>
          <VisuallyHidden>{t.account(name)}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="who">
          <Text fw={600}>
            <Name>{name}</Name>
          </Text>
          <Text size="sm" c="dimmed">
            {clinic && t.roles[clinic.role]}
          </Text>
          <Text size="sm" c="dimmed">
            <Ltr>{user.email}</Ltr>
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/security" leftSection={<IconShieldLock size={18} aria-hidden />}>
          {t.security}
        </Menu.Item>
        <Menu.Item component={Link} to="/preferences" leftSection={<IconAdjustments size={18} aria-hidden />}>
          {t.preferences}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={language === 'ar' ? '/docs/ar' : '/docs'}
          target="_blank"
          leftSection={<IconBook size={18} aria-hidden />}
        >
          {t.documentation}
        </Menu.Item>
        <Menu.Item
          onClick={() => void mayLeave().then(leave => leave && logOut.mutate())}
          leftSection={<IconLogout size={18} className="flip" aria-hidden />}
        >
          {t.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
