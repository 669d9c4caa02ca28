import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { checkout } from '../checkout/texts.ts'
import { useToCheckout } from '../checkout/use-to-checkout.ts'
import type { Card } from './card.ts'
import { moveOf } from './move-drawer.tsx'
import { isExpected, movesOf, shownStatus } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'
import type { Deeds } from './use-deeds.ts'
import { visits } from './visit-texts.ts'

/** Of which a new open visit can be made in its place. */
const REPLACEABLE: readonly string[] = ['CHECKEDIN', 'WAITING', 'CANCELED', 'NOSHOW']

/** What else can be done with a visit. */
export function CardMenu({ card, deeds }: { card: Card; deeds: Deeds }) {
  const t = useTexts(visits)
  const { steps } = useTexts(statusTexts)
  const pay = useTexts(checkout)
  const toCheckout = useToCheckout().hrefFor({ ...card, status: shownStatus(card) })
  const { clinicId } = useClinicApi()
  const { open } = useDrawer()
  const [, ...others] = movesOf(card)
  const { patientId } = card
  const mayReplace = card.held === null && REPLACEABLE.includes(shownStatus(card))
  const mayMoveTo = card.held === null && isExpected(card)
  if (others.length === 0 && patientId === null && !mayReplace && !mayMoveTo) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.more(card.name === null ? t.noPatient : plainName(card.name))}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(to => (
          <Menu.Item key={to} onClick={() => deeds.go(card, to)}>
            {steps[to]}
          </Menu.Item>
        ))}
        {mayMoveTo && <Menu.Item onClick={() => open(moveOf(card.id))}>{t.moveTo}</Menu.Item>}
        {mayReplace && <Menu.Item onClick={() => deeds.replace(card)}>{t.again}</Menu.Item>}
        {toCheckout !== undefined && (
          <Menu.Item component={Link} to={toCheckout}>
            {pay.start}
          </Menu.Item>
        )}
        {patientId !== null && (
          <Menu.Item component={Link} to={hrefOf(clinicId, 'patient', { id: patientId, tab: 'details' })}>
            {t.openFile}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
