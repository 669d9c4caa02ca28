import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useLocalized } from './localized.ts'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { usePluginWrite } from './use-plugin-write.ts'

export interface ActionsProps {
  /** With what it missed while it stood still. */
  onResumed: (missed: Returned<'resumePlugin'>['missed']) => void
}

/** Stops a plugin, lets it go on, removes it. */
export function PluginActions({ plugin, onResumed }: PluginProps & ActionsProps) {
  return (
    <Group gap="sm">
      {plugin.status === 'SUSPENDED' ? <Resume plugin={plugin} onResumed={onResumed} /> : <Suspend plugin={plugin} />}
      <Uninstall plugin={plugin} />
    </Group>
  )
}

function Suspend({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const [reason, setReason] = useState('')
  const suspending = usePluginWrite('suspendPlugin', () => t.suspended(name))
  return (
    <Confirm
      trigger={open => (
        <Button variant="default" size="sm" onClick={open}>
          {t.suspend}
        </Button>
      )}
      title={t.suspendTitle(name)}
      deed={t.suspend}
      pending={suspending.isPending}
      error={suspending.error}
      act={() => suspending.mutateAsync({ id: plugin.id, ...(reason.trim() && { reason: reason.trim() }) })}
    >
      <Stack>
        <Text>{t.suspendLead}</Text>
        <TextInput
          label={t.reason}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

function Resume({ plugin, onResumed }: PluginProps & ActionsProps) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const resuming = usePluginWrite('resumePlugin', () => t.resumed(name))
  return (
    <>
      <Button
        size="sm"
        loading={resuming.isPending}
        onClick={() => resuming.mutate({ id: plugin.id }, { onSuccess: ({ missed }) => onResumed(missed) })}
      >
        {t.resume}
      </Button>
      <ProblemNotice error={resuming.error} />
    </>
  )
}

/** Who removes a plugin types its name: it cannot be taken back. */
function Uninstall({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const [confirm, setConfirm] = useState('')
  const removing = usePluginWrite('uninstallPlugin', () => t.uninstalled(name))
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open}>
          {t.uninstall}
        </Button>
      )}
      title={t.uninstallTitle(name)}
      deed={t.uninstall}
      pending={removing.isPending}
      error={removing.error}
      own={{ confirmation_mismatch: t.mismatch, validation_failed: t.mismatch }}
      act={() => removing.mutateAsync({ id: plugin.id, confirm: confirm.trim() })}
    >
      <Stack>
        <Text>{t.uninstallLead}</Text>
        <TextInput
          label={t.confirm(plugin.slug)}
          dir="ltr"
          autoComplete="off"
          maxLength={30}
          value={confirm}
          onChange={event => setConfirm(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}
