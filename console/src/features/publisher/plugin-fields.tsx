import { INPUT } from 'virtual:publisher-input/createOwnPlugin'
import type { Issue } from '@clinic/contract/errors.ts'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ownPluginTexts } from './plugin-texts.ts'

const VISIBILITIES = ['PRIVATE', 'LISTED'] as const
type Visibility = (typeof VISIBILITIES)[number]

/** What is said of a plugin besides its manifest, as it is typed. */
export interface PluginDraft {
  visibility: Visibility
  category: string
  setupUrl: string
}

interface PluginFieldsProps {
  draft: PluginDraft
  issueAt: (path: string) => Issue | undefined
  set: (changes: Partial<PluginDraft>) => void
}

export function PluginFields({ draft, issueAt, set }: PluginFieldsProps) {
  const t = useTexts(ownPluginTexts)
  const sentence = useIssueSentence()
  const errorAt = (path: string) => {
    const issue = issueAt(path)
    return issue && sentence(issue.code === 'pattern' ? { ...issue, code: 'uri' } : issue, INPUT)
  }
  return (
    <>
      <Radio.Group
        label={t.visibility}
        value={draft.visibility}
        onChange={name => set({ visibility: VISIBILITIES.find(one => one === name) ?? draft.visibility })}
      >
        <Stack gap="sm" mt="xs">
          {VISIBILITIES.map(one => (
            <Radio key={one} value={one} label={t.visibilities[one]} description={t.visibilityLeads[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t.category}
        description={t.categoryLead}
        dir="auto"
        value={draft.category}
        error={errorAt('/category')}
        onChange={event => set({ category: event.currentTarget.value })}
      />
      <TextInput
        type="url"
        dir="ltr"
        label={t.setupUrl}
        description={t.setupUrlLead}
        placeholder="https://"
        value={draft.setupUrl}
        error={errorAt('/setupUrl')}
        onChange={event => set({ setupUrl: event.currentTarget.value })}
      />
    </>
  )
}
