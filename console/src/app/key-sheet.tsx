import { Modal, Switch, Title } from '@mantine/core'
import { Fragment, use } from 'react'
import { useMayBook } from '../features/booking/use-booking.ts'
import { useNewTask } from '../features/booking/use-new-task.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { prefer, usePreferences } from '../lib/preferences.ts'
import { useMay } from '../lib/use-session.ts'
import { ui } from '../ui/texts.ts'
import { keyTexts } from './key-texts.ts'
import classes from './keys.module.css'
import { useMainRooms, WorkplaceRooms } from './workplace-rooms.ts'

interface SheetProps {
  opened: boolean
  onClose: () => void
}

/** Which keys there are, and whether single letters act. */
export function KeySheet({ opened, onClose }: SheetProps) {
  const t = useTexts(keyTexts)
  const words = useTexts(ui)
  return (
    <Modal opened={opened} onClose={onClose} title={t.keys} closeButtonProps={{ 'aria-label': words.close }}>
      <Keys />
    </Modal>
  )
}

function Keys() {
  const t = useTexts(keyTexts)
  const rooms = useMainRooms()
  const { shortcuts } = usePreferences()
  const mayBook = useMayBook()
  const mayAddTask = useNewTask() !== undefined
  const isClinic = use(WorkplaceRooms) === undefined
  return (
    <>
      <KeyList
        title={t.everywhere}
        keys={[
          ['Ctrl K', t.openPalette],
          ['Ctrl .', t.blur],
          ['/', t.find],
          ['?', t.openSheet],
          ['Z', t.undo],
          ...(mayBook
            ? ([
                ['N', t.book],
                ['W', t.walkIn],
              ] as const)
            : []),
          ...(mayAddTask ? ([['T', t.addTask]] as const) : []),
          ['Esc', t.close],
          ...rooms.map(({ go, name }) => [`G ${go.toUpperCase()}`, name] as const),
        ]}
      />
      <FileKeys />
      <KeyList
        title={t.inLists}
        keys={[
          ['↓ ↑', t.walk],
          ['J K', t.walk],
          ['Home End', t.ends],
          ['Enter', t.enter],
          ['Space', t.space],
        ]}
      />
      {isClinic && <RoomKeys />}
      <Switch
        label={t.letters}
        description={t.lettersLead}
        checked={shortcuts}
        onChange={event => prefer({ shortcuts: event.currentTarget.checked })}
      />
    </>
  )
}

/** What they do in the file of a patient, and the digits in whatever has parts. */
function FileKeys() {
  const t = useTexts(keyTexts)
  const [mayWrite, mayUpload, mayBook] = [useMay('patients:write'), useMay('records:write'), useMayBook()]
  return (
    <KeyList
      title={t.inFiles}
      keys={[
        ['1 – 9', t.parts],
        ...(mayWrite ? ([['E', t.editFile]] as const) : []),
        ...(mayUpload ? ([['U', t.uploadFiles]] as const) : []),
        ...(mayBook ? ([['C', t.stepOfVisit]] as const) : []),
      ]}
    />
  )
}

/** What single letters do in the rooms of a clinic. */
function RoomKeys() {
  const t = useTexts(keyTexts)
  const mayCheckOut = useMay('checkout:use')
  return (
    <>
      <KeyList
        title={t.inDay}
        keys={[
          ['← ↑ ↓ →', t.walkDay],
          ['Enter', t.openVisit],
          ['M', t.takeVisit],
          ...(mayCheckOut ? ([['P', t.checkOut]] as const) : []),
          ['[ ]', t.turnDay],
          ['.', t.toToday],
          ['V', t.byRooms],
        ]}
      />
      <KeyList
        title={t.inFlow}
        keys={[
          ['J K', t.walkCards],
          ['C', t.step],
          ['X', t.cancelVisit],
          ['O', t.noShow],
          ...(mayCheckOut ? ([['P', t.checkOut]] as const) : []),
          ['L', t.waitList],
          ['Enter', t.openVisit],
        ]}
      />
      {mayCheckOut && <CheckoutKeys />}
      {useMay('quotations:write') && <KeyList title={t.inQuotation} keys={[['S', t.signHere]]} />}
      {useMay('settings:manage') && <KeyList title={t.inForm} keys={[['M ↑ ↓', t.moveQuestion]]} />}
      {useMay('tasks:use') && (
        <KeyList
          title={t.inTasks}
          keys={[
            ['J K', t.walkTasks],
            ['Space', t.tickTask],
            ['Enter', t.openTask],
            ['M ↑ ↓', t.moveTask],
          ]}
        />
      )}
      {useMay('invoices:read') && <KeyList title={t.inOnline} keys={[['F', t.onlyFailed]]} />}
      {useMay('books:write') && (
        <KeyList
          title={t.inBooks}
          keys={[
            ['E', t.addExpense],
            ['I', t.addIncome],
            ['X', t.transfer],
            ['C', t.closeDay],
          ]}
        />
      )}
    </>
  )
}

function CheckoutKeys() {
  const t = useTexts(keyTexts)
  return (
    <KeyList
      title={t.inCheckout}
      keys={[
        ['Enter', t.takePayment],
        ['F2', t.payCash],
        ['F4', t.payCard],
        ['L', t.payLink],
        ['+', t.splitPayment],
        ['R', t.printReceipt],
        ['B', t.nextVisit],
      ]}
    />
  )
}

const KeyList = ({ title, keys }: { title: string; keys: readonly (readonly [keys: string, what: string])[] }) => (
  <>
    <Title order={3} size="h6" mb="xs">
      {title}
    </Title>
    <dl className={classes.keys}>
      {keys.map(([pressed, what]) => (
        <Fragment key={pressed}>
          <dt dir="ltr">
            {pressed.split(' ').map(key => (
              <Fragment key={key}>
                <kbd className={classes.key}>{key}</kbd>{' '}
              </Fragment>
            ))}
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  </>
)
