import type { Issue } from '@clinic/contract/errors.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { faultTexts } from './fault-texts.ts'
import classes from './manifest-editor.module.css'
import { versionTexts } from './version-texts.ts'

export interface PlacedIssue extends Issue {
  readonly line: number
}

interface ManifestIssuesProps {
  id: string
  issues: readonly PlacedIssue[]
  onShow: (line: number) => void
}

/** Every problem of a manifest: its line, which leads there, its pointer, and what is expected. */
export function ManifestIssues({ id, issues, onShow }: ManifestIssuesProps) {
  const t = useTexts(versionTexts)
  const words = useTexts(faultTexts)
  const kinds = new Map<string, string>(Object.entries(words.faults))
  return (
    <Stack gap="xs" id={id} role="status">
      {issues.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t.issueCount(issues.length)}
          </Title>
          <ol className={classes.issues}>
            {issues.map((issue, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one place may have several problems
              <li key={`${issue.path} ${index}`}>
                <div>
                  <Button
                    variant="light"
                    color="red"
                    size="compact-sm"
                    onClick={() => onShow(issue.line)}
                    aria-label={`${t.toLine(issue.line)}, ${issue.path}`}
                  >
                    {t.toLine(issue.line)}
                  </Button>
                </div>
                <div className={classes.said}>
                  {issue.path === '' ? <Text fw={600}>{t.whole}</Text> : <Ltr>{issue.path}</Ltr>}
                  <Text size="sm">
                    {kinds.get(issue.code) ?? words.otherFault}{' '}
                    <bdi lang="en" dir="ltr">
                      {issue.message}
                    </bdi>
                  </Text>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </Stack>
  )
}
