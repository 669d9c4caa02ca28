import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useId, useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ManifestEditor, showLine } from './manifest-editor.tsx'
import { ManifestIssues } from './manifest-issues.tsx'
import type { useManifest } from './use-manifest.ts'
import { versionTexts } from './version-texts.ts'

interface ManifestFieldProps {
  manifest: ReturnType<typeof useManifest>
  /** Whether it was checked and nothing was found. */
  sound: boolean
}

/** The manifest as it is written, with its problems below it: each leads to its line. */
export function ManifestField({ manifest, sound }: ManifestFieldProps) {
  const t = useTexts(versionTexts)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { fault, issues } = manifest
  const wrong = fault !== undefined || issues.length > 0
  const show = (line: number) => showLine(area.current, line)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div className="row-text">
          <Text fw={600}>{t.manifest}</Text>
          <Text size="sm" c="dimmed">
            {t.manifestLead}
          </Text>
        </div>
        <FileButton accept="application/json,.json" onChange={file => void file?.text().then(manifest.setText)}>
          {props => (
            <Button {...props} variant="default" size="sm">
              {t.openFile}
            </Button>
          )}
        </FileButton>
      </Group>
      <ManifestEditor
        label={t.manifest}
        describedBy={id}
        text={manifest.text}
        marked={manifest.marked}
        invalid={wrong}
        onChange={manifest.setText}
        area={area}
      />
      {fault && (
        <Notice tone="warn">
          <Group gap="sm">
            {t.noJson(fault.line, fault.column)}
            <Button variant="default" size="compact-sm" onClick={() => show(fault.line)}>
              {t.toLine(fault.line)}
            </Button>
          </Group>
        </Notice>
      )}
      <ManifestIssues id={id} issues={issues} onShow={show} />
      {sound && !wrong && <Notice tone="done">{t.sound}</Notice>}
    </Stack>
  )
}
